import { beforeAll, describe, expect, test } from '@jest/globals';
import { newEndpoint, newWorkspace, send } from '../../support/cloud/service.ts';
import { deliveriesOf, newWebhook } from '../../support/cloud/webhooks.ts';
import { ofTest } from '../../support/jest/ofSuite.ts';
import { openWebhookReceiver, verified } from '../../support/receivers/webhookReceiver.ts';

let key: string;
let endpointId: string;
const receiver = ofTest(openWebhookReceiver);

beforeAll(async () => {
  ({ key } = await newWorkspace());
  ({ id: endpointId } = await newEndpoint(key));
});

describe('POST /v1/webhook/{id}/test', () => {
  test('200 sends a signed webhook.test, also while the webhook is off, and returns the response', async () => {
    const { webhook, secret } = await newWebhook(key, { endpointId, url: receiver.url, isEnabled: false });
    receiver.behave = () => ({ status: 201, body: 'thanks' });
    const { status, json } = await send('POST', `/v1/webhook/${webhook.id}/test`, { key });
    expect([status, json]).toEqual([
      200,
      { isDelivered: true, durationMs: expect.any(Number), status: 201, answer: 'thanks' },
    ]);
    const [message] = receiver.received;
    expect(verified(secret, message as never)).toEqual({
      type: 'webhook.test',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { webhookId: webhook.id, endpointId },
    });
    expect(message?.headers['forms-hops']).toMatch(new RegExp(`^1; ${webhook.id}/msg_`));
    expect(await deliveriesOf(key, webhook.id)).toEqual([]);
  });

  test.each([
    ['a redirect, which is not followed', () => ({ status: 302, headers: { Location: '/elsewhere' } }), 'status', 302],
    ['a connection that breaks', () => ({ status: 0, resets: true }), 'refused', undefined],
  ])('200 names the problem with %s', async (_, behave, error, at) => {
    const { webhook } = await newWebhook(key, { endpointId, url: receiver.url });
    receiver.behave = behave;
    const { json } = await send('POST', `/v1/webhook/${webhook.id}/test`, { key });
    expect([json.isDelivered, json.error, json.status]).toEqual([false, error, at]);
    expect(receiver.received).toHaveLength(1);
  });
});
