import { expect, jest, test } from '@jest/globals';
import { webhookDeliveryKey } from '../../../../../shared/storage/deliveries/deliveryKeys.ts';
import { shownDelivery, WebhookLog } from '../../../../../shared/storage/webhooks/webhookLog.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

const log = new WebhookLog(new MemoryTable(new MemoryItems()));

test.each(['', 'msg_0', 'msg_Z'])('a forged cursor with the position %j starts at the beginning', async (after) => {
  expect(await log.list('whk_1', { fromMs: 1, endMs: 2, after, limit: 10 })).toMatchObject({
    records: [],
    examined: 0,
  });
});

test.each([
  [2, 1],
  [1, 0],
])('a period from %i to %i has no deliveries', async (fromMs, endMs) => {
  expect(await log.list('whk_1', { fromMs, endMs, limit: 10 })).toMatchObject({ records: [], next: undefined });
});

test('lists the others beside deliveries written by a newer version', async () => {
  jest.spyOn(console, 'error').mockReturnValue(undefined);
  const table = new MemoryTable(new MemoryItems());
  const attempts = [{ at: '2026-01-01 00:00:00.000000', durationMs: 1, error: 'newest' }];
  const common = {
    endpointId: 'enp_1',
    about: 'sub_1',
    createdAt: 'x',
    hops: 0,
    state: 'failed',
    failures: 1,
    attempts,
  };
  const [sound, newer] = [`msg_${'0'.repeat(30)}`, `msg_${'0'.repeat(29)}1`];
  await table.put({ ...webhookDeliveryKey('whk_1', sound), ...common, event: 'submission.created' }, {});
  await table.put({ ...webhookDeliveryKey('whk_1', newer), ...common, event: 'submission.archived' }, {});
  const { records, unreadable } = await new WebhookLog(table).list('whk_1', { fromMs: 0, endMs: 1, limit: 10 });
  expect(unreadable).toEqual([newer]);
  expect(records.map(shownDelivery)).toMatchObject([{ id: sound, attempts: [{ durationMs: 1 }] }]);
});
