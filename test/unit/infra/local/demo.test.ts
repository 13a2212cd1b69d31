import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { openDemo } from '../../../../infra/local/demo.ts';
import type { Table } from '../../../../shared/storage/table.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const folder = mkdtempSync(join(tmpdir(), 'demo-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'demo.json');
const newTable = () => new MemoryTable(new MemoryItems()) as unknown as Table;

test('a table with items but without the workspace of demo.json gets no second demo unasked', async () => {
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
