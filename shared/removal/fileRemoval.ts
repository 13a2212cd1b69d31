import type { FileBucket } from '../files/fileBucket.ts';
import { fileKey, submissionFilesPrefix } from '../files/objectKeys.ts';
import { OBJECT_KINDS } from '../files/objectKinds.ts';
import { pendingKey, submissionKey } from '../storage/table/itemKeys.ts';
import type { TableAccess } from '../storage/table/table.ts';

type Bucket = Pick<FileBucket, 'removeAll'>;
type Table = Pick<TableAccess, 'get'>;

/**
 * Removes all files of, and uploads to, a deleted endpoint. Idempotent; may be interrupted.
 * @returns how many, and whether some are left
 */
export async function removeFilesOfEndpoint(bucket: Bucket, endpointId: string, mayContinue: () => boolean) {
  let removed = 0;
  for (const { ofEndpoint } of Object.values(OBJECT_KINDS)) {
    const piece = await bucket.removeAll(ofEndpoint(endpointId), mayContinue);
    removed += piece.removed;
    if (piece.left) return { removed, left: true };
  }
  return { removed, left: false };
}

/**
 * Removes the files of those submissions that do not exist. Idempotent; may be interrupted.
 * @returns how many, and the submissions that are still to do
 */
export async function removeFilesOfSubmissions(
  { table, bucket }: { table: Table; bucket: Bucket },
  endpointId: string,
  submissionIds: readonly string[],
  mayContinue: () => boolean,
): Promise<{ removed: number; left: string[] }> {
  let removed = 0;
  for (const [index, id] of submissionIds.entries()) {
    if (!mayContinue()) return { removed, left: submissionIds.slice(index) };
    if (await storedFileIds(table, endpointId, id)) continue;
    const piece = await bucket.removeAll(submissionFilesPrefix(endpointId, id), mayContinue);
    removed += piece.removed;
    if (piece.left) return { removed, left: submissionIds.slice(index) };
  }
  return { removed, left: [] };
}

/** Removes those of a request's files that its submission does not have. Idempotent. @returns how many */
export async function removeUnstoredFiles(
  { table, bucket }: { table: Table; bucket: Pick<FileBucket, 'remove'> },
  { endpointId, submissionId, fileIds }: { endpointId: string; submissionId: string; fileIds: readonly string[] },
): Promise<number> {
  const stored = await storedFileIds(table, endpointId, submissionId);
  const unstored = fileIds.filter((id) => !stored?.includes(id));
  await Promise.all(unstored.map((id) => bucket.remove(fileKey(endpointId, submissionId, id))));
  return unstored.length;
}

/**
 * The files of a submission; undefined if there is none. Looks again for one that is not pending: it may have been
 * confirmed in between.
 */
export async function storedFileIds(table: Table, endpointId: string, id: string): Promise<string[] | undefined> {
  for (const keyOf of [submissionKey, pendingKey, submissionKey]) {
    const item = await table.get(keyOf(endpointId, id), ['PK', 'files']);
    if (item) return Object.keys(item.files ?? {});
  }
  return undefined;
}
