import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import { type Demo, openDemo } from '../../../local/demo.ts';
import { endpointKey, keyKey } from '../../../shared/storage/table/itemKeys.ts';
import type { Table } from '../../../shared/storage/table/table.ts';
import { hashSecret, keyIdOf } from '../../../shared/storage/workspaces/keySecret.ts';
import { MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';

const folder = mkdtempSync(join(tmpdir(), 'demo-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'demo.json');
const EXPIRED = '2026-01-02 03:04:05.000000';
const newTable = () => new MemoryTable(new MemoryItems());

test('a table with items but without the workspace of demo.json gets no second demo by itself', async () => {
  const table = newTable();
  const demo = await openDemo(folder, table, false);
  expect(await openDemo(folder, table, true)).toEqual(demo);
  const kept = readFileSync(file, 'utf8');
  const other = newTable();
  const opening = openDemo(folder, other, true);
  await expect(opening).rejects.toThrow(`${file} names the workspace ${demo.workspaceId}, which the table lacks`);
  await expect(opening).rejects.toThrow('start with --new');
  expect(readFileSync(file, 'utf8')).toBe(kept);
  writeFileSync(file, '{}');
  expect(await openDemo(folder, other, true)).not.toEqual(demo);
  writeFileSync(file, 'x');
  await expect(openDemo(folder, table, true)).rejects.toThrow(`${file} is damaged`);
  rmSync(file);
  await expect(openDemo(folder, table, true)).rejects.toThrow(`${file} is missing`);
});

const keyOf = ({ apiKey }: Demo) => keyKey(keyIdOf(hashSecret(apiKey)));

test.each<[what: string, how: string, remove: (demo: Demo, table: Table) => Promise<unknown>]>([
  ['API key', 'deleted', (demo, table) => table.delete(keyOf(demo), {})],
  [
    'API key',
    'expired',
    async (demo, table) => table.put({ ...(await table.get(keyOf(demo))), ...keyOf(demo), expiresAt: EXPIRED }, {}),
  ],
  ['form', 'deleted', ({ endpointId }, table) => table.delete(endpointKey(endpointId), {})],
])('another demo is made if the %s is %s, and says how to get to the former one', async (what, _how, remove) => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const table = newTable();
  rmSync(file, { force: true });
  const demo = await openDemo(folder, table, false);
  await remove(demo, table);
  const other = await openDemo(folder, table, true);
  expect(other.workspaceId).not.toBe(demo.workspaceId);
  expect(said.mock.calls).toEqual([[expect.stringContaining(`The ${what} of the demo is gone`)]]);
  expect(said.mock.calls.join()).toContain(`npm run key -- create --workspace ${demo.workspaceId} `);
  said.mockRestore();
});
