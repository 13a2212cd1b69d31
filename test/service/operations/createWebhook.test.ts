import { beforeAll, describe, expect, test } from '@jest/globals';
import { WEBHOOKS_PER_ENDPOINT_MAX } from '../../../shared/contract/limits.ts';
import { endpointKey } from '../../../shared/storage/table/itemKeys.ts';
import { expectBadFields } from '../../support/cloud/expectations.ts';
import { newEndpoint, newWorkspace, outputs, send, sharedTable } from '../../support/cloud/service.ts';

const URL = 'https://hooks.example.com/forms';

let key: string;
let endpointId: string;

beforeAll(async () => {
  ({ key } = await newWorkspace());
  ({ id: endpointId } = await newEndpoint(key));
});

const create = (json: object) => send('POST', '/v1/webhook', { key, json });

describe('POST /v1/webhook', () => {
  test('201 sends new submissions by default, and returns the secret in a header, only once', async () => {
    const answer = await create({ endpointId, url: URL });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      id: expect.stringMatching(new RegExp(`^whk_${endpointId.slice(4)}[0-9A-Z]{16}$`)),
      endpointId,
      url: URL,
      events: ['submission.created'],
      includeSpam: false,
      isEnabled: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/),
    });
    const secret = answer.headers.get('x-webhook-secret') ?? '';
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length).toBeGreaterThanOrEqual(24);
    expect(answer.text).not.toContain(secret);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { text } = await send('GET', `/v1/webhook/${answer.json.id}`, { key });
    expect(JSON.parse(text)).toEqual(answer.json);
  });

  test('201 accepts a format, a template and headers; only the names of headers are returned', async () => {
    const template = JSON.stringify({ text: '{{form}}: {{field.email}}' });
    const headers = { Authorization: 'Bearer s3cr3t-t0ken', 'Notion-Version': '2022-06-28' };
    const answer = await create({ endpointId, url: URL, format: 'template', template, headers });
    expect(answer.status).toBe(201);
    const headerNames = ['Authorization', 'Notion-Version'];
    expect(answer.json).toMatchObject({ format: 'template', template, headerNames });
    expect(answer.text).not.toContain('s3cr3t');
    expect((await send('GET', `/v1/webhook/${answer.json.id}`, { key })).json).toEqual(answer.json);
  });

  test.each([
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ url: 'https://hooks.example.com/…' }, 'url'],
    [{ format: 'template' }, 'template'],
    [{ template: '{"a": "{{nothing}}"}' }, 'template'],
    [{ headers: { Host: 'example.com' } }, 'headers'],
  ])('400 for %j', async (fields, field) => {
    expectBadFields(await create({ endpointId, url: URL, ...fields }), 'body', field);
  });

  test(`403 USAGE_EXCEEDED for the ${WEBHOOKS_PER_ENDPOINT_MAX + 1}th of an endpoint, also when requests race`, async () => {
    const { id } = await newEndpoint(key);
    const answers = await Promise.all(
      Array.from({ length: WEBHOOKS_PER_ENDPOINT_MAX + 3 }, () => create({ endpointId: id, url: URL })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(WEBHOOKS_PER_ENDPOINT_MAX);
    const [refused] = answers.filter(({ status }) => status !== 201);
    expect([refused?.status, refused?.json.code]).toEqual([403, 'USAGE_EXCEEDED']);
    const { json } = await send('GET', `/v1/webhooks/${id}`, { key });
    expect(json.webhooks).toHaveLength(WEBHOOKS_PER_ENDPOINT_MAX);
    await send('DELETE', `/v1/webhook/${json.webhooks[0].id}`, { key });
    expect((await create({ endpointId: id, url: URL })).status).toBe(201);
    expect((await sharedTable().get(endpointKey(id)))?.webhookCount).toBe(WEBHOOKS_PER_ENDPOINT_MAX);
  });

  test('the tools of a local cloud cannot be receivers', async () => {
    const { inboxUrl, faultsUrl, s3Endpoint, dynamodbEndpoint } = outputs();
    for (const url of [`${inboxUrl}/store`, faultsUrl, s3Endpoint, dynamodbEndpoint]) {
      expect((await create({ endpointId, url })).status).toBe(400);
    }
  });
});
