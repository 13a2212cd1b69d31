import { expect, test } from '@jest/globals';
import { digestKey } from '../../../../shared/storage/deliveryKeys.ts';
import { closeDigest, digestClosedAt, openDigest } from '../../../../shared/storage/digestRecords.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const DAY_S = 86_400;
const DIGEST = { id: 'dig_1', endpointId: 'enp_1' };
const NOW = 1_700_000_000_000;

test('a digest is opened and closed once, also by several functions, and stays on record', async () => {
  const table = new MemoryTable(new MemoryItems());
  expect(await digestClosedAt(table, DIGEST)).toBeUndefined();
  expect([await openDigest(table, DIGEST, NOW), await openDigest(table, DIGEST, NOW)]).toEqual([true, false]);
  expect(await digestClosedAt(table, DIGEST)).toBe(Number.POSITIVE_INFINITY);
  expect([await closeDigest(table, DIGEST, NOW + 1), await closeDigest(table, DIGEST, NOW + 2)]).toEqual([true, false]);
  expect(await openDigest(table, DIGEST, NOW + 3)).toBe(false);
  expect(await digestClosedAt(table, DIGEST)).toBe(NOW + 1);
  const { ttl } = (await table.get(digestKey(DIGEST.endpointId, DIGEST.id))) ?? {};
  expect(ttl).toBe(NOW / 1_000 + 30 * DAY_S);
});
