import { SCAN_STATES, type SubmittedFile } from '../../../shared/contract/schemas/files/submittedFile.ts';
import type { FileBucket } from '../../../shared/files/fileBucket.ts';
import { endpointFilesPrefix, fileIdsOf, OBJECT_PREFIX } from '../../../shared/files/objectKeys.ts';
import { BATCH_GET_KEYS_MAX } from '../../../shared/runtime/awsLimits.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';

import type { Table } from '../../../shared/storage/table/table.ts';
import type { FileVersions, RemovedObject } from './fileVersions.ts';

/** The table that references the files, and their bucket. */
export interface RestoreTarget {
  table: Pick<Table, 'getAll'>;
  fileBucket: Pick<FileBucket, 'copy' | 'remove'>;
  fileVersions: Pick<FileVersions, 'removed' | 'bringBack'>;
}

export interface RestoredFiles {
  restored: number;
  /** Files that are not restored, because a scan found malware. */
  infected: number;
  /** S3 no longer has a version. */
  gone: number;
}

type Scan = SubmittedFile['scan'];

/**
 * Restores removed files of submissions in the table, after the table was restored. Safe to interrupt and repeat.
 * @param endpointId default: all endpoints
 * @param onStep called with the counts so far
 */
export async function restoreFiles(
  target: RestoreTarget,
  endpointId: string | undefined,
  onStep: (soFar: RestoredFiles) => void,
): Promise<RestoredFiles> {
  const soFar = { restored: 0, infected: 0, gone: 0 };
  const prefix = endpointId === undefined ? OBJECT_PREFIX.files : endpointFilesPrefix(endpointId);
  for await (const part of target.fileVersions.removed(prefix)) {
    for (let i = 0; i < part.length; i += BATCH_GET_KEYS_MAX) {
      const { restored, infected, gone } = await restoreSome(target, part.slice(i, i + BATCH_GET_KEYS_MAX));
      soFar.restored += restored;
      soFar.infected += infected;
      soFar.gone += gone;
      onStep(soFar);
    }
  }
  return soFar;
}

async function restoreSome(target: RestoreTarget, removed: readonly RemovedObject[]): Promise<RestoredFiles> {
  const { table, fileBucket, fileVersions } = target;
  const scans = await scansOf(table, removed);
  const named = removed.filter(({ key }) => scans.has(key));
  const infected = named.filter(({ key }) => scans.get(key) === 'infected');
  const wanted = named.filter((each) => !infected.includes(each));
  const there = wanted.filter(({ version }) => version);
  // Unscanned files are copied, because only a new object is scanned: they may have been deleted as infected.
  const isPending = ({ key }: RemovedObject) => scans.get(key) === 'pending';
  for (const { key, version } of there.filter(isPending))
    if (version) await fileBucket.copy(`${key}?versionId=${version.id}`, key, version.etag);
  await fileVersions.bringBack(there.filter((each) => !isPending(each)));
  // If a submission was deleted meanwhile, its deletion found no files to remove.
  const still = await scansOf(table, there);
  for (const { key } of there) if (!still.has(key)) await fileBucket.remove(key);
  return { restored: still.size, infected: infected.length, gone: wanted.length - there.length };
}

async function scansOf(table: RestoreTarget['table'], objects: readonly RemovedObject[]): Promise<Map<string, Scan>> {
  const files = objects.flatMap(({ key }) => {
    const ids = fileIdsOf(key);
    return ids ? [{ key, fileId: ids.fileId, item: submissionKey(ids.endpointId, ids.submissionId) }] : [];
  });
  const keys = new Map(files.map(({ item }) => [`${item.PK} ${item.SK}`, item]));
  const items = new Map((await table.getAll([...keys.values()])).map((item) => [`${item.PK} ${item.SK}`, item]));
  return new Map(
    files.flatMap(({ key, fileId, item: { PK, SK } }): [string, Scan][] => {
      const files = (items.get(`${PK} ${SK}`)?.files ?? {}) as Record<string, { scan?: unknown }>;
      // The file exists even if the rest of its record cannot be read.
      const file = files[fileId];
      return file ? [[key, SCAN_STATES.find((state) => state === file.scan) ?? 'unscannable']] : [];
    }),
  );
}
