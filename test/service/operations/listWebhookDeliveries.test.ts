import { beforeAll, describe, expect, test } from '@jest/globals';
import type { WebhookDelivery } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { putDelivery } from '../../support/cloud/deliveryRecords.ts';
import { newEndpoint, newWorkspace, send } from '../../support/cloud/service.ts';
import { newWebhook } from '../../support/cloud/webhooks.ts';

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');

let key: string;
let webhookId: string;
/** One per minute, newest first; every third has failed. */
const ids: string[] = [];

beforeAll(async () => {
  ({ key } = await newWorkspace());
  const { id: endpointId } = await newEndpoint(key);
  const url = 'https://hooks.example.com/forms';
  webhookId = (await newWebhook(key, { endpointId, url })).webhook.id;
  const { webhook: other } = await newWebhook(key, { endpointId, url });
  await putDelivery(other.id, 'sent', NOW);
  for (let i = 0; i < 9; i++)
    ids.push(await putDelivery(webhookId, i % 3 === 0 ? 'failed' : 'sent', NOW - i * MINUTE_MS));
});

const list = (query: string) => send('GET', `/v1/webhook/${webhookId}/deliveries${query}`, { key });
const idsIn = ({ json }: Awaited<ReturnType<typeof list>>) => json.deliveries.map(({ id }: WebhookDelivery) => id);

describe('GET /v1/webhook/{id}/deliveries', () => {
  test('200 lists its own, newest event first', async () => {
    const answer = await list('');
    expect(idsIn(answer)).toEqual(ids);
    expect(answer.json._metadata).toEqual({ examined: 9, done: true });
    expect(answer.json.deliveries[0]).toEqual({
      id: ids[0],
      event: 'submission.created',
      submissionId: expect.any(String),
      state: 'failed',
      createdAt: '2026-11-20 12:00:00.000000',
      attempts: [],
    });
  });

  test.each([
    ['', ids],
    ['&state=failed', undefined],
  ])('200 continues by its cursor without gaps or duplicates (%s)', async (filter, all) => {
    const expected = all ?? ids.filter((_, i) => i % 3 === 0);
    const found: string[] = [];
    for (let cursor = '', done = false; !done; ) {
      const answer = await list(`?limit=2${filter}${cursor}`);
      found.push(...idsIn(answer));
      ({ done } = answer.json._metadata);
      cursor = `&cursor=${answer.json._metadata.cursor}`;
    }
    expect(found).toEqual(expected);
  });

  test('400 for a cursor of another list, and for an unknown state', async () => {
    const { json } = await list('?limit=2');
    expect((await list(`?limit=2&state=sent&cursor=${json._metadata.cursor}`)).status).toBe(400);
    expect((await list('?cursor=x')).status).toBe(400);
    expect((await list('?state=lost')).status).toBe(400);
  });
});
