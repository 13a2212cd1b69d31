import { localTable } from '../../../infra/local/localTable.ts';
import { buildIndex } from '../../../shared/pageIndex/buildIndex.ts';
import type { Table } from '../../../shared/storage/table.ts';
import { type CloudProcess, newDataFolder, removeFolder, startCloud } from '../../support/cloudProcess.ts';
import { loadSubmissions } from '../../support/kilobyteSubmissions.ts';
import { newOwn, type Own } from '../../support/rightRequests.ts';

/** A local cloud that holds submissions of 1 kB, with their page index. */
export interface IndexedCloud {
  outputs: CloudProcess['outputs'];
  table: Table;
  own: Own;
  /** How long the index took. */
  indexedMs: number;
}

/** Measures at a local cloud of its own with so many submissions, and ends it. */
export async function withIndexedCloud(
  size: number,
  load: Parameters<typeof loadSubmissions>[3],
  measure: (cloud: IndexedCloud) => Promise<void>,
): Promise<void> {
  const data = newDataFolder();
  let cloud: CloudProcess | undefined;
  try {
    cloud = await startCloud(data);
    const own = await newOwn(cloud.outputs);
    const { tableName } = cloud.outputs;
    await cloud.end('SIGTERM');
    loadSubmissions({ data, tableName }, own.endpointId, size, load);
    cloud = await startCloud(data);
    const { outputs } = cloud;
    const table = localTable(outputs);
    const startedAt = Date.now();
    await buildIndex(table, own.endpointId, { recount: false, onPart: () => undefined });
    await measure({ outputs, table, own, indexedMs: Date.now() - startedAt });
  } finally {
    await cloud?.end('SIGTERM');
    removeFolder(data);
  }
}
