import { expect, test } from '@jest/globals';
import { digestKey } from '../../../../../shared/storage/deliveries/deliveryKeys.ts';
import {
  closeDigest,
  findDigest,
  LATE_MAX,
  listLate,
  openDigest,
} from '../../../../../shared/storage/deliveries/digestRecords.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

const DAY_S = 86_400;
const DIGEST = { id: 'dig_1', endpointId: 'enp_1' };
const OPEN = { closedAt: Number.POSITIVE_INFINITY, late: [] };
const NOW = 1_700_000_000_000;

test('a digest is opened and closed once, also by several functions, and stays on record', async () => {
  const table = new MemoryTable(new MemoryItems());
  expect(await findDigest(table, DIGEST)).toBeUndefined();
  expect([await openDigest(table, DIGEST, NOW), await openDigest(table, DIGEST, NOW)]).toEqual([true, false]);
  expect(await findDigest(table, DIGEST)).toEqual(OPEN);
  expect([await closeDigest(table, DIGEST, NOW + 1), await closeDigest(table, DIGEST, NOW + 2)]).toEqual([true, false]);
  expect(await openDigest(table, DIGEST, NOW + 3)).toBe(false);
  expect(await findDigest(table, DIGEST)).toEqual({ ...OPEN, closedAt: NOW + 1 });
  const { ttl } = (await table.get(digestKey(DIGEST.endpointId, DIGEST.id))) ?? {};
  expect(ttl).toBe(NOW / 1_000 + 30 * DAY_S);
});

test('an open digest lists late submissions, each once, up to one above the limit; a closed one names those it lacks', async () => {
  const table = new MemoryTable(new MemoryItems());
  await openDigest(table, DIGEST, NOW);
  const ids = Array.from({ length: LATE_MAX + 5 }, (_, i) => `sub_${i}`);
  const list = (...some: string[]) => listLate(table, DIGEST, some);
  expect(await Promise.all([list('sub_0'), list('sub_1', 'sub_0'), list('sub_0')])).toEqual([[], [], []]);
  expect((await findDigest(table, DIGEST))?.late).toEqual(['sub_0', 'sub_1']);
  expect(await list(...ids)).toEqual([]);
  expect((await findDigest(table, DIGEST))?.late).toEqual(ids.slice(0, LATE_MAX + 1));
  await closeDigest(table, DIGEST, NOW + 1);
  expect(await list('sub_0', 'sub_new')).toEqual(['sub_new']);
});
