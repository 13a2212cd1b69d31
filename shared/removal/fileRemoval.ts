import type { FileBucket } from '../files/fileBucket.ts';
import { submissionFilesPrefix } from '../files/objectKeys.ts';
import { OBJECT_KINDS } from '../files/objectKinds.ts';
import { pendingKey, submissionKey } from '../storage/itemKeys.ts';
import type { TableAccess } from '../storage/table.ts';

type Bucket = Pick<FileBucket, 'removeAll'>;

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
  { table, bucket }: { table: Pick<TableAccess, 'get'>; bucket: Bucket },
  endpointId: string,
  submissionIds: readonly string[],
  mayContinue: () => boolean,
): Promise<{ removed: number; left: string[] }> {
  let removed = 0;
  for (const [index, id] of submissionIds.entries()) {
    if (!mayContinue()) return { removed, left: submissionIds.slice(index) };
    if (await isThere(table, endpointId, id)) continue;
    const piece = await bucket.removeAll(submissionFilesPrefix(endpointId, id), mayContinue);
    removed += piece.removed;
    if (piece.left) return { removed, left: submissionIds.slice(index) };
  }
  return { removed, left: [] };
}

/** Looks again for a submission that is not pending: it may have been confirmed in between. */
async function isThere(table: Pick<TableAccess, 'get'>, endpointId: string, id: string): Promise<boolean> {
  for (const keyOf of [submissionKey, pendingKey, submissionKey])
    if ((await table.get(keyOf(endpointId, id), 'PK')) !== undefined) return true;
  return false;
}
