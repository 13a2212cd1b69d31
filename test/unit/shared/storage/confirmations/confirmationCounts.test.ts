import { expect, jest, test } from '@jest/globals';
import {
  ConfirmationCounts,
  endpointLedgerIn,
} from '../../../../../shared/storage/confirmations/confirmationCounts.ts';
import { addReturnedConfirmation } from '../../../../../shared/storage/confirmations/confirmationHealth.ts';
import { endpointLedger } from '../../../../../shared/storage/confirmations/confirmationKeys.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

test('counts of confirmations are kept for two days', async () => {
  const items = new MemoryItems();
  const endpoint = { counted: [], hours: {}, returned: [] };
  const none = { endpoint, mailbox: { counted: [] } };
  const counts = new ConfirmationCounts(new MemoryTable(items), () => 5_000);
  await counts.replace({ endpointId: 'enp_1', mailbox: 'a' }, none, { endpoint, mailbox: [] });
  expect([...items.state().values()].map(({ ttl }) => ttl)).toEqual([5 + 172_800, 5 + 172_800]);
});

test('a returned confirmation replaces a ledger without a stamp', async () => {
  jest.spyOn(console, 'error').mockReturnValue(undefined);
  const table = new MemoryTable(new MemoryItems());
  await table.put({ ...endpointLedger('enp_1'), counted: [] }, {});
  await addReturnedConfirmation(table, { endpointId: 'enp_1', deliveryId: 'sub_1', how: 'bounced' });
  expect(endpointLedgerIn(await table.get(endpointLedger('enp_1'))).returned).toEqual(['bounced sub_1']);
});
