import { expect, jest, test } from '@jest/globals';
import { DailySecrets } from '../../../../../shared/storage/table/dailySecrets.ts';
import { dailySecretKey } from '../../../../../shared/storage/table/itemKeys.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

test('a day has one secret, which any number of functions share, and which expires with the next day', async () => {
  const table = new MemoryTable(new MemoryItems());
  const put = jest.spyOn(table, 'put');
  const secrets = new DailySecrets(table);
  const evening = Date.parse('2026-01-01T23:59:59Z');
  const first = await secrets.find(evening);
  expect([await secrets.find(evening), await new DailySecrets(table).find(evening)]).toEqual([first, first]);
  expect(put).toHaveBeenCalledTimes(1);
  expect(await secrets.find(evening + 1_000)).not.toBe(first);
  expect((await table.get(dailySecretKey('2026-01-01')))?.ttl).toBe(Date.parse('2026-01-03T00:00:00Z') / 1_000);
});
