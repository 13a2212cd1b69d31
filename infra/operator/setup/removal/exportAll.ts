import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { selecting, withSortKey } from '../../../../shared/storage/expressions.ts';
import { workspaceKey } from '../../../../shared/storage/itemKeys.ts';
import { readParts } from '../../../../shared/storage/paging.ts';
import { PARTITION_PREFIX } from '../../../../shared/storage/partitions.ts';
import type { Table } from '../../../../shared/storage/table.ts';
import { Workspaces } from '../../../../shared/storage/workspaces.ts';
import { exportWorkspace } from '../../export/exportWorkspace.ts';
import { openService, type Target } from '../../openService.ts';

/** Exports each workspace of a service to its own folder. Resumes after an interruption. */
export async function exportAll(target: Target, folder: string): Promise<string[]> {
  const { table, fileBucket } = await openService(target);
  const ids: string[] = [];
  for await (const id of workspaceIdsOf(table)) {
    const workspace = await new Workspaces(table).find(id);
    if (!workspace) continue;
    const target = join(folder, id);
    mkdirSync(target, { recursive: true, mode: 0o700 });
    await exportWorkspace({ table, fileBucket }, workspace, target, () => undefined);
    ids.push(id);
  }
  return ids;
}

/** The ids of all workspaces, from a scan of the whole table: half a read unit per 4 kB. */
export async function* workspaceIdsOf(table: Table): AsyncGenerator<string> {
  const scan = { ...withSortKey(workspaceKey('').SK), ...selecting('PK') };
  for await (const { items } of readParts((continuation) => table.scan({ ...scan, ...continuation }))) {
    for (const { PK } of items) yield String(PK).slice(PARTITION_PREFIX.workspace.length);
  }
}
