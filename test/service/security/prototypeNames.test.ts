import { describe, expect, test } from '@jest/globals';
import { MULTIPART, multipart, part, postForm } from '../../support/forms.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { ownWorkspace } from '../../support/ownWorkspace.ts';
import { eventually, send } from '../../support/service.ts';
import { openWebhookReceiver, type Received } from '../../support/webhookReceiver.ts';
import { newWebhook } from '../../support/webhooks.ts';

const owner = ownWorkspace();
const receiver = ofSuite(openWebhookReceiver);

const NAMES = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'then', 'toJSON'];
const asHeaders = (names: string[]) => Object.fromEntries(names.map((name) => [name, 'x']));
/** Starting with letters, as names of headers do. */
const HEADER_NAMES = NAMES.filter((name) => !name.startsWith('_'));

describe.each(NAMES)('the name %s of Object.prototype', (name) => {
  test('is an ordinary name of fields, options, labels, placeholders, file endings and queries', async () => {
    const fields = [
      { name, type: 'text', label: name },
      { name: 'choice', type: 'select', options: [name] },
    ] as never;
    const files = { maxFiles: 2, maxBytes: 1_000, types: ['text/*', 'application/*'] } as never;
    const settings = { honeypotField: `${name}2`, blockedTerms: [`${name}3`], emailNotifications: true };
    const { id } = await owner.newEndpoint({ ...settings, fields, files, targetEmails: ['a@example.com'] });
    const template = JSON.stringify({ [name]: `{{field.${name}}}` });
    const { key } = owner;
    await newWebhook(key, { endpointId: id, url: receiver.url, format: 'template', template });
    const form = multipart([part(name, 'typed'), part('choice', name), part('files', 'x', `a.${name}`)]);
    expect((await postForm(id, form, MULTIPART, { Accept: 'application/json' })).status).toBe(201);
    const data = `{${JSON.stringify(name)}:"typed","choice":${JSON.stringify(name)}}`;
    for (const query of ['', `/search?query=${encodeURIComponent(`${name}:typed`)}`]) {
      const { text } = await send('GET', `/v1/submissions/${id}${query}`, { key });
      expect(text).toContain(`"data":${data}`);
    }
    const isSent = ({ body }: Received) => body === `{${JSON.stringify(name)}:"typed"}`;
    await eventually(
      async () => receiver.received.some(isSent),
      (isReceived) => isReceived,
    );
    expect((await send('GET', `/v1/submissions/${id}?${name}=1`, { key })).status).toBe(200);
  });
});

test('a webhook’s custom headers can be named like members of Object.prototype', async () => {
  const { id: endpointId } = await owner.newEndpoint();
  const { key } = owner;
  const url = receiver.url;
  const { webhook } = await newWebhook(key, { endpointId, url, headers: asHeaders(HEADER_NAMES.slice(0, 4)) });
  const headers = asHeaders(HEADER_NAMES.slice(-9));
  const { status, json } = await send('PUT', `/v1/webhook/${webhook.id}`, { key, json: { headers } });
  expect([status, json.headerNames]).toEqual([200, Object.keys(headers)]);
  await send('POST', `/v1/webhook/${webhook.id}/test`, { key });
  expect(receiver.received.at(-1)?.headers).toMatchObject(
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  );
});
