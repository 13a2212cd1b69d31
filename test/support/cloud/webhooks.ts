import { expect } from '@jest/globals';
import type { Webhook, WebhookDelivery } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import type { Received, WebhookReceiver } from '../receivers/webhookReceiver.ts';
import { eventually, send } from './service.ts';

export async function newWebhook(key: string, json: object): Promise<{ webhook: Webhook; secret: string }> {
  const answer = await send('POST', '/v1/webhook', { key, json });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return { webhook: answer.json, secret: answer.headers.get('x-webhook-secret') ?? '' };
}

export async function deliveriesOf(key: string, webhookId: string, query = ''): Promise<WebhookDelivery[]> {
  const { json } = await send('GET', `/v1/webhook/${webhookId}/deliveries${query}`, { key });
  return json.deliveries;
}

/** Waits until a receiver has exactly this many messages. */
export const awaitReceived = ({ received }: WebhookReceiver, count = 1): Promise<Received[]> =>
  eventually(
    async () => received,
    ({ length }) => length === count,
  );
