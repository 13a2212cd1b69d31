import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { addReturnedConfirmation, addSentConfirmations } from '../../../../shared/storage/confirmationHealth.ts';
import { confirmationStopKey } from '../../../../shared/storage/confirmationKeys.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const HOUR_MS = 3_600_000;
let now: number;
let table: MemoryTable;

beforeEach(() => {
  now = Date.parse('2026-01-01T12:30:00Z');
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  table = new MemoryTable(new MemoryItems());
});

const addReturned = async (how: 'bounced' | 'complained', times: number): Promise<boolean[]> => {
  const stopped: boolean[] = [];
  for (let i = 0; i < times; i++) stopped.push(await addReturnedConfirmation(table, how));
  return stopped;
};
const NOT = (times: number) => Array.from({ length: times }, () => false);

describe('Confirmations', () => {
  test('stop for a day with the bounce that makes 5 % of a day’s', async () => {
    await addSentConfirmations(table, 60);
    now += 10 * HOUR_MS;
    await addSentConfirmations(table, 80);
    expect(await addReturned('bounced', 7)).toEqual([...NOT(6), true]);
    expect((await table.get(confirmationStopKey()))?.until).toBe(now + 24 * HOUR_MS);
  });

  test('do not stop with fewer than 5 bounces, however few were sent', async () => {
    await addSentConfirmations(table, 4);
    expect(await addReturned('bounced', 4)).toEqual(NOT(4));
    expect(await table.get(confirmationStopKey())).toBeUndefined();
  });

  test('stop with the second complaint, and the one that makes a thousandth', async () => {
    await addSentConfirmations(table, 3_000);
    expect(await addReturned('complained', 3)).toEqual([false, false, true]);
  });

  test('are counted for two days', async () => {
    const items = new MemoryItems();
    await addSentConfirmations(new MemoryTable(items), 1);
    const [hour] = [...items.state().values()];
    expect(hour).toMatchObject({ sent: 1, ttl: now / 1_000 + 2 * 86_400 });
  });

  test('are judged by the last 24 hours', async () => {
    await addSentConfirmations(table, 10);
    await addReturned('bounced', 4);
    now += 26 * HOUR_MS;
    await addSentConfirmations(table, 100);
    expect(await addReturned('bounced', 4)).toEqual(NOT(4));
  });
});
