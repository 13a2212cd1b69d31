import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { REPLAYED_MAX } from '../../../shared/contract/limits.ts';
import { webhookDeliveryKey } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import { putDelivery } from '../../support/cloud/deliveryRecords.ts';
import { eventually, newEndpoint, newWorkspace, send, sharedTable } from '../../support/cloud/service.ts';
import { deliveriesOf, newWebhook } from '../../support/cloud/webhooks.ts';
import { withAnotherEnd } from '../../support/withAnotherEnd.ts';

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');

let key: string;
let endpointId: string;
let webhookId: string;

beforeAll(async () => {
  ({ key } = await newWorkspace());
  ({ id: endpointId } = await newEndpoint(key));
});
beforeEach(async () => {
  const url = 'https://receiver.invalid/forms';
  ({ id: endpointId } = await newEndpoint(key));
  webhookId = (await newWebhook(key, { endpointId, url })).webhook.id;
});

const replay = (json: object) => send('POST', `/v1/webhook/${webhookId}/deliveries/replay`, { key, json });

describe('POST /v1/webhook/{id}/deliveries/replay', () => {
  test('200 resends the named deliveries in any state, and names the missing ones', async () => {
    const id = await putDelivery(webhookId, 'sent', NOW);
    const missing = withAnotherEnd(id);
    const { status, json } = await replay({ ids: [id, missing] });
    expect([status, json.results]).toEqual([
      200,
      [
        { id, status: 'replayed' },
        { id: missing, status: 'notFound' },
      ],
    ]);
    // The record's submission does not exist, so there is nothing to send.
    await eventually(
      () => deliveriesOf(key, webhookId, '?state=skipped'),
      (all) => all[0]?.id === id,
    );
  });

  test('200 skips a delivery with an attempt in progress', async () => {
    const id = await putDelivery(webhookId, 'pending', NOW);
    await sharedTable().update({
      Key: webhookDeliveryKey(webhookId, id),
      UpdateExpression: 'SET leaseUntil = :until, claim = :claim',
      ExpressionAttributeValues: { ':until': Date.now() + MINUTE_MS, ':claim': 'somebody' },
    });
    expect((await replay({ ids: [id] })).json.results).toEqual([{ id, status: 'inProgress' }]);
  });

  test(`200 resends all failed deliveries of a period, ${REPLAYED_MAX} per request, and continues by its cursor`, async () => {
    const failed: string[] = [];
    for (let i = 0; i < REPLAYED_MAX + 5; i++) failed.push(await putDelivery(webhookId, 'failed', NOW - i * MINUTE_MS));
    await putDelivery(webhookId, 'sent', NOW - MINUTE_MS / 2);
    const range = { failedAfter: '2026-11-20', failedBefore: '2026-11-20 11:59:30' };
    const first = await replay(range);
    expect(first.json.results).toHaveLength(REPLAYED_MAX);
    const examined = expect.any(Number);
    expect(first.json._metadata).toEqual({ examined, done: false, cursor: expect.any(String) });
    const second = await replay({ ...range, cursor: first.json._metadata.cursor });
    const idsIn = [...first.json.results, ...second.json.results].map(({ id }: { id: string }) => id);
    expect(idsIn).toEqual(failed.slice(1));
    expect(second.json._metadata).toEqual({ examined, done: true });
  });

  test.each([[{}], [{ ids: [] }], [{ ids: ['a'], failedAfter: '2026-11-20' }], [{ failedAfter: 'yesterday' }]])(
    '400 for %j',
    async (json) => {
      expect((await replay(json)).status).toBe(400);
    },
  );

  test('400 while the webhook is off', async () => {
    await send('PUT', `/v1/webhook/${webhookId}`, { key, json: { isEnabled: false } });
    expect((await replay({ failedAfter: '2026-11-20' })).status).toBe(400);
  });
});
