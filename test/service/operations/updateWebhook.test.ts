import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Webhook } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { webhookKey } from '../../../shared/storage/webhooks/webhookKeys.ts';
import { expectBadFields } from '../../support/cloud/expectations.ts';
import { newEndpoint, newSubmission, newWorkspace, send, sharedTable } from '../../support/cloud/service.ts';
import { awaitReceived, newWebhook } from '../../support/cloud/webhooks.ts';
import { openWebhookReceiver, verified } from '../../support/receivers/webhookReceiver.ts';

const URL = 'https://hooks.example.com/forms';

let key: string;
let endpointId: string;
let webhook: Webhook;
let secret: string;

beforeAll(async () => {
  ({ key } = await newWorkspace());
});
beforeEach(async () => {
  ({ id: endpointId } = await newEndpoint(key));
  ({ webhook, secret } = await newWebhook(key, { endpointId, url: URL }));
});

const update = (json: object, id = webhook.id) => send('PUT', `/v1/webhook/${id}`, { key, json });

describe('PUT /v1/webhook/{id}', () => {
  test('200 removes the headers if the URL has another origin, unless they are given again', async () => {
    const headers = { Authorization: 'Bearer s3cr3t' };
    expect((await update({ headers })).json.headerNames).toEqual(['Authorization']);
    expect((await update({ url: `${URL}/other` })).json.headerNames).toEqual(['Authorization']);
    const receiver = await openWebhookReceiver();
    expect((await update({ url: receiver.url })).json).not.toHaveProperty('headerNames');
    await send('POST', `/v1/webhook/${webhook.id}/test`, { key });
    await update({ url: URL, headers });
    // As after concurrent changes of headers and URL.
    await sharedTable().update({
      Key: webhookKey(endpointId, webhook.id),
      UpdateExpression: 'SET #url = :url',
      ExpressionAttributeNames: { '#url': 'url' },
      ExpressionAttributeValues: { ':url': receiver.url },
    });
    await send('POST', `/v1/webhook/${webhook.id}/test`, { key });
    expect((await update({ url: receiver.url, headers })).json.headerNames).toEqual(['Authorization']);
    await send('POST', `/v1/webhook/${webhook.id}/test`, { key });
    receiver.close();
    const sent = receiver.received.map((message) => message.headers.authorization);
    expect(sent).toEqual([undefined, undefined, 'Bearer s3cr3t']);
  });

  test('200 other headers replace the first ones, together with a new secret, and null removes them', async () => {
    const receiver = await openWebhookReceiver();
    await update({ url: receiver.url, headers: { Authorization: 'one', 'X-Old': '1' } });
    const both = await update({ headers: { 'X-New': '2' }, rotateSecret: true });
    expect(both.json.headerNames).toEqual(['X-New']);
    await send('POST', `/v1/webhook/${webhook.id}/test`, { key });
    const { json } = await update({ headers: null });
    expect(json).not.toHaveProperty('headerNames');
    await send('POST', `/v1/webhook/${webhook.id}/test`, { key });
    receiver.close();
    const [first, second] = receiver.received.map((message) => message.headers);
    expect(first).toMatchObject({ 'x-new': '2' });
    expect(first).not.toHaveProperty('x-old');
    expect(second).not.toHaveProperty('x-new');
    expect(String(first?.['webhook-signature']).split(' ')).toHaveLength(2);
  });

  test('200 changes the format together with its template, and null resets it', async () => {
    const template = '{"a":"{{fields}}"}';
    expect((await update({ format: 'slack' })).json).toEqual({ ...webhook, format: 'slack' });
    expect((await update({ template })).json).toEqual({ ...webhook, format: 'template', template });
    const read = (await send('GET', `/v1/webhook/${webhook.id}`, { key })).json;
    expect((await update({ ...read, includeSpam: true })).json).toMatchObject({ format: 'template', template });
    // A client that sends back what it read can change the format by name only.
    expect((await update({ ...read, format: 'discord' })).json).toEqual({ ...webhook, format: 'discord' });
    await update({ format: 'template', template });
    expect((await update({ template: null })).json).toEqual(webhook);
    expect((await update({ format: null })).json).toEqual(webhook);
    expectBadFields(await update({ format: 'template' }), 'body', 'template');
  });

  test('200 keeps format and template consistent in concurrent changes', async () => {
    const template = '{"a":1}';
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        update({ format: 'template', template }),
        update({ template: null }),
        update({ format: 'slack' }),
      ]);
      const { json } = await send('GET', `/v1/webhook/${webhook.id}`, { key });
      expect(json.template).toBe(json.format === 'template' ? template : undefined);
    }
  });

  test('200 with rotateSecret: both secrets sign for 24 hours', async () => {
    const receiver = await openWebhookReceiver();
    const answer = await update({ url: receiver.url, rotateSecret: true });
    const newSecret = answer.headers.get('x-webhook-secret') ?? '';
    expect(newSecret).not.toBe(secret);
    const untilMs = Date.parse(`${answer.json.previousSecretUntil.replace(' ', 'T')}Z`);
    expect(Math.abs(untilMs - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
    await newSubmission(endpointId);
    const [message] = await awaitReceived(receiver);
    receiver.close();
    expect(String(message?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const each of [secret, newSecret]) expect(verified(each, message as never)).toBeDefined();
  });
});
