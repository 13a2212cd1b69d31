import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { selecting, withPrefixes } from '../../../../shared/storage/expressions.ts';
import { SORT_PREFIX } from '../../../../shared/storage/itemKeys.ts';
import { readParts } from '../../../../shared/storage/paging.ts';
import { PARTITION_PREFIX } from '../../../../shared/storage/partitions.ts';
import type { Table } from '../../../../shared/storage/table.ts';
import { Workspaces } from '../../../../shared/storage/workspaces.ts';
import { type ExportSource, endpointIdsIn, exportWorkspace } from '../../export/exportWorkspace.ts';
import { workspaceIdsOf } from '../../scannedIds.ts';

export interface ExportedAll {
  /** Ids of the workspaces. */
  workspaces: string[];
  /** Exported submissions. */
  exported: number;
  /** Submissions in the table: of the exported endpoints, and of others, which were deleted. */
  stored: number;
  orphans: number;
}

/** Exports each workspace of a table to its own folder, and counts the table. Resumes after an interruption. */
export async function exportAll({ table, fileBucket }: ExportSource, folder: string): Promise<ExportedAll> {
  const workspaces: string[] = [];
  const endpointIds = new Set<string>();
  let exported = 0;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const realFolder = realpathSync(folder);
  for await (const id of workspaceIdsOf(table)) {
    const workspace = await new Workspaces(table).find(id);
    if (!workspace) continue;
    const target = join(realFolder, id);
    mkdirSync(target, { recursive: true, mode: 0o700 });
    exported += (await exportWorkspace({ table, fileBucket }, workspace, target, () => undefined)).submissions;
    for (const endpointId of await endpointIdsIn(target)) endpointIds.add(endpointId);
    workspaces.push(id);
  }
  return { workspaces, exported, ...(await countStored(table, endpointIds)) };
}

async function countStored(table: Table, endpointIds: Set<string>): Promise<{ stored: number; orphans: number }> {
  const counted = { stored: 0, orphans: 0 };
  const scan = { ...withPrefixes(PARTITION_PREFIX.endpoint, SORT_PREFIX.submission), ...selecting('PK') };
  for await (const { items } of readParts((continuation) => table.scan({ ...scan, ...continuation }))) {
    for (const { PK } of items) {
      counted[endpointIds.has(String(PK).slice(PARTITION_PREFIX.endpoint.length)) ? 'stored' : 'orphans']++;
    }
  }
  return counted;
}
