import type { SubmittedFile } from '../../../shared/contract/schemas/files.ts';
import type { FileBucket } from '../../../shared/files/fileBucket.ts';
import { endpointFilesPrefix, fileIdsOf, OBJECT_PREFIX } from '../../../shared/files/objectKeys.ts';
import { submissionKey } from '../../../shared/storage/itemKeys.ts';
import { StoredFiles } from '../../../shared/storage/submittedFiles.ts';
import type { Table } from '../../../shared/storage/table.ts';
import type { FileVersions, RemovedObject } from './fileVersions.ts';

/** Where files are brought back: what names them, and where they are. */
export interface RestoreTarget {
  table: Pick<Table, 'getAll'>;
  fileBucket: Pick<FileBucket, 'copy' | 'remove'>;
  fileVersions: Pick<FileVersions, 'removed' | 'bringBack'>;
}

/** What became of removed files that submissions name. */
export interface RestoredFiles {
  restored: number;
  /** Left where they are. */
  infected: number;
  /** S3 keeps no version of them any more. */
  gone: number;
}

/** DynamoDB's limit for one batch read. */
const BATCH_ITEMS = 100;

type Scan = SubmittedFile['scan'];

/**
 * Brings back removed files of those submissions that are in the table, which was restored. May be repeated and interrupted.
 * @param endpointId of one endpoint only
 * @param onStep called with what has become of them so far
 */
export async function restoreFiles(
  target: RestoreTarget,
  endpointId: string | undefined,
  onStep: (soFar: RestoredFiles) => void,
): Promise<RestoredFiles> {
  const soFar = { restored: 0, infected: 0, gone: 0 };
  const prefix = endpointId === undefined ? OBJECT_PREFIX.files : endpointFilesPrefix(endpointId);
  for await (const part of target.fileVersions.removed(prefix)) {
    for (let i = 0; i < part.length; i += BATCH_ITEMS) {
      const { restored, infected, gone } = await restoreSome(target, part.slice(i, i + BATCH_ITEMS));
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
  // What was never scanned is copied, because only a new object is scanned: it may have been deleted as infected.
  const isPending = ({ key }: RemovedObject) => scans.get(key) === 'pending';
  for (const { key, version } of there.filter(isPending))
    if (version) await fileBucket.copy(`${key}?versionId=${version.id}`, key, version.etag);
  await fileVersions.bringBack(there.filter((each) => !isPending(each)));
  // A submission that was removed meanwhile had no files to remove then.
  const still = await scansOf(table, there);
  for (const { key } of there) if (!still.has(key)) await fileBucket.remove(key);
  return { restored: still.size, infected: infected.length, gone: wanted.length - there.length };
}

/** The states of those files that their submissions name, by their keys. */
async function scansOf(table: RestoreTarget['table'], objects: readonly RemovedObject[]): Promise<Map<string, Scan>> {
  const files = objects.flatMap(({ key }) => {
    const ids = fileIdsOf(key);
    return ids ? [{ key, fileId: ids.fileId, item: submissionKey(ids.endpointId, ids.submissionId) }] : [];
  });
  const keys = new Map(files.map(({ item }) => [`${item.PK} ${item.SK}`, item]));
  const items = new Map((await table.getAll([...keys.values()])).map((item) => [`${item.PK} ${item.SK}`, item]));
  return new Map(
    files.flatMap(({ key, fileId, item: { PK, SK } }): [string, Scan][] => {
      const stored = StoredFiles.parse(items.get(`${PK} ${SK}`)?.files ?? {});
      const file = stored[fileId];
      return file ? [[key, file.scan]] : [];
    }),
  );
}
