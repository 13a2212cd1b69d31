import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { endpointExists } from '../../../../shared/storage/endpoints/endpointExistence.ts';
import { selecting, withPrefixes } from '../../../../shared/storage/table/expressions.ts';
import { endpointIdOf, SORT_PREFIX, submissionIdOf } from '../../../../shared/storage/table/itemKeys.ts';
import { readParts } from '../../../../shared/storage/table/paging.ts';
import { type ItemKey, PARTITION_PREFIX } from '../../../../shared/storage/table/partitions.ts';
import type { Table } from '../../../../shared/storage/table/table.ts';
import { Workspaces } from '../../../../shared/storage/workspaces/workspaces.ts';
import { lockFolder } from '../../../tools/folderLock.ts';
import { type ExportSource, endpointIdsIn, exportWorkspace, submissionIdsIn } from '../../export/exportWorkspace.ts';
import { workspaceIdsOf } from '../../scannedIds.ts';

export interface ExportedAll {
  /** Ids of the workspaces. */
  workspaces: string[];
  /** Exported submissions. */
  exported: number;
  /** Submissions in the table whose endpoint exists. */
  stored: number;
  /** The submissions that the export lacks. */
  missing: number;
  /** Submissions in the table of deleted endpoints. */
  orphans: number;
}

/** Exports each workspace of a table to its own folder, and compares the table with it. Resumes after an interruption. */
export async function exportAll(source: ExportSource, folder: string): Promise<ExportedAll> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const realFolder = realpathSync(folder);
  const lock = await lockFolder(realFolder, (pid) => new Error(`Process ${pid} is exporting into ${folder}.`));
  lock.publish(String(process.pid));
  try {
    return await exportInto(realFolder, source);
  } finally {
    await lock.release();
  }
}

async function exportInto(folder: string, { table, fileBucket }: ExportSource): Promise<ExportedAll> {
  const workspaces: string[] = [];
  /** Folders of the workspaces, by endpoint. */
  const folders = new Map<string, string>();
  let exported = 0;
  for await (const id of workspaceIdsOf(table)) {
    const workspace = await new Workspaces(table).find(id);
    if (!workspace) continue;
    const target = join(folder, id);
    mkdirSync(target, { recursive: true, mode: 0o700 });
    exported += (await exportWorkspace({ table, fileBucket }, workspace, target, () => undefined)).submissions;
    for (const endpointId of await endpointIdsIn(target)) folders.set(endpointId, target);
    workspaces.push(id);
  }
  return { workspaces, exported, ...(await compare(table, folders)) };
}

/** Compares ids, not numbers: since an earlier run one may have been confirmed, and another deleted. */
async function compare(table: Table, folders: ReadonlyMap<string, string>) {
  const counted = { stored: 0, missing: 0, orphans: 0 };
  const scan = { ...withPrefixes(PARTITION_PREFIX.endpoint, SORT_PREFIX.submission), ...selecting('PK', 'SK') };
  // A scan returns one partition after the other, so the ids of one endpoint suffice.
  let [partition, exportedIds] = ['', undefined as ReadonlySet<string> | undefined];
  for await (const { items } of readParts((continuation) => table.scan({ ...scan, ...continuation }))) {
    for (const key of items as ItemKey[]) {
      if (key.PK !== partition) {
        partition = key.PK;
        exportedIds = await exportedIdsOf(table, endpointIdOf(key), folders);
      }
      counted[exportedIds ? 'stored' : 'orphans']++;
      if (exportedIds && !exportedIds.has(submissionIdOf(key))) counted.missing++;
    }
  }
  return counted;
}

/** @returns undefined for an endpoint that was deleted before the export */
async function exportedIdsOf(table: Table, endpointId: string, folders: ReadonlyMap<string, string>) {
  const folder = folders.get(endpointId);
  if (folder !== undefined) return submissionIdsIn(folder, endpointId);
  return (await endpointExists(table, endpointId)) ? new Set<string>() : undefined;
}
