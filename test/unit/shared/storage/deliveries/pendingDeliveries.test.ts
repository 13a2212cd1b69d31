import { expect, test } from '@jest/globals';
import { deliveryKey } from '../../../../../shared/storage/deliveries/deliveryKeys.ts';
import { pendingDeliveries } from '../../../../../shared/storage/deliveries/pendingDeliveries.ts';
import { catchLogs } from '../../../../support/logged.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

test('a delivery with an unreadable record delays no others, and is logged', async () => {
  const { lines } = catchLogs();
  const table = new MemoryTable(new MemoryItems());
  const target = { channel: 'webhook', target: 'whk_1' } as const;
  const record = { endpointId: 'enp_1', about: 'sub_1', event: 'submission.created', createdAt: '', hops: 0 };
  for (const [id, attempts] of Object.entries({ a: [], b: { is: 'broken' }, c: [] })) {
    const item = { ...deliveryKey({ ...target, id }), ...record, state: 'pending', failures: 0, attempts };
    await table.put(item, {});
  }
  const found: string[] = [];
  for await (const page of pendingDeliveries(table, { ...target, from: 'a', to: 'z' }, 10))
    found.push(...page.map(({ id }) => id));
  expect(found).toEqual(['a', 'c']);
  expect(lines).toHaveLength(1);
});
