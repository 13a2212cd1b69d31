import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { newEndpoint, newWorkspace, send, sharedTable } from '../../support/cloud/service.ts';
import { dataOf } from '../../support/cloud/submissions.ts';
import { newWebhook } from '../../support/cloud/webhooks.ts';

let key: string;
let endpoint: Endpoint;

beforeAll(async () => {
  ({ key } = await newWorkspace());
  endpoint = await newEndpoint(key);
});

const post = (json: unknown, headers = {}, endpointId = endpoint.id) =>
  send('POST', `/v1/f/${endpointId}`, { json, headers });

const FORGED_HEADERS: [string, Record<string, string>][] = [
  ['CloudFront-Viewer-Country', { 'CloudFront-Viewer-Country': 'ES' }],
  ['cloudfront-viewer-country', { 'cloudfront-viewer-country': 'FR' }],
  ['CloudFront-Viewer-Country-Name', { 'CloudFront-Viewer-Country-Name': 'Spain', 'CF-IPCountry': 'ES' }],
  ['X-Forwarded-For', { 'X-Forwarded-For': '203.0.113.7', 'X-Real-IP': '203.0.113.7', Forwarded: 'for=203.0.113.7' }],
  ['location', { Location: 'Spain', 'X-Location': 'Spain' }],
];

describe('POST /v1/f/{endpointId}', () => {
  test.each([
    ['recipients', { targetEmails: ['ada@example.com'] }, false, true],
    [
      'recipients, but mail switched off',
      { targetEmails: ['ada@example.com'], emailNotifications: false },
      false,
      undefined,
    ],
    ['a webhook', {}, true, true],
  ] as const)('stores whether the endpoint has targets, with %s', async (_what, fields, hasWebhook, stored) => {
    const { id } = await newEndpoint(key, fields as Partial<Endpoint>);
    if (hasWebhook)
      await newWebhook(key, { endpointId: id, url: 'https://hooks.example.com/', events: ['submission.deleted'] });
    const { json } = await post({ a: 1 }, {}, id);
    expect((await sharedTable().get(submissionKey(id, json.id)))?.hasTargets).toBe(stored);
  });

  test('201 for each of many concurrent posts, and all are stored', async () => {
    const { id } = await newEndpoint(key);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, number) => post({ number }, {}, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(30);
    const numbers = (await dataOf(key, id)).map((data) => (data as { number: number }).number);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, number) => number));
  });

  test.each(FORGED_HEADERS)('201 stores no claimed country or IP address: %s', async (_what, headers) => {
    const { status, json } = await post({ a: 1 }, headers);
    expect([status, json.location]).toEqual([201, 'Unknown']);
    const itemKey = submissionKey(endpoint.id, json.id);
    expect(await sharedTable().get(itemKey)).toEqual({ ...itemKey, data: '{"a":1}', location: 'Unknown' });
  });
});
