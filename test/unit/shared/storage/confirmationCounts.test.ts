import { expect, test } from '@jest/globals';
import { ConfirmationCounts } from '../../../../shared/storage/confirmationCounts.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

test('counts of confirmations are kept for two days', async () => {
  const items = new MemoryItems();
  const endpoint = { counted: [], hours: {}, returned: [] };
  const none = { endpoint, mailbox: { counted: [] } };
  const counts = new ConfirmationCounts(new MemoryTable(items), () => 5_000);
  await counts.replace({ endpointId: 'enp_1', mailbox: 'a' }, none, { endpoint, mailbox: [] });
  expect([...items.state().values()].map(({ ttl }) => ttl)).toEqual([5 + 172_800, 5 + 172_800]);
});
