import { submissionFilesPrefix } from '../../../../shared/files/objectKeys.ts';
import { PER_TRANSACTION_MAX } from '../../../../shared/removal/ageRemoval.ts';
import { chunksOf } from '../../../../shared/runtime/chunks.ts';
import { inParallel } from '../../../../shared/runtime/inParallel.ts';
import { PRESENT } from '../../../../shared/storage/table/expressions.ts';
import { ifConditionHolds } from '../../../../shared/storage/table/ifConditionHolds.ts';
import type { ItemKey } from '../../../../shared/storage/table/partitions.ts';
import type { Item, TransactionWrite } from '../../../../shared/storage/table/table.ts';
import type { ErasureTarget } from '../eraseWorkspace.ts';
import { filesIn, idOf } from './storedSubmissions.ts';

/** Writes to add to the transaction that erases some submissions of an endpoint. */
export type Alongside = (endpointId: string, erased: readonly Item[]) => TransactionWrite[];

const AT_ONCE = 10;

/**
 * Erases submissions of an endpoint with all versions of their files, which go first, because only a submission leads to
 * them. A transaction erases and counts the same submissions. Repeatable; may be interrupted.
 * @returns how many were erased: others were deleted or confirmed since they were read
 */
export async function eraseSubmissions(
  { table, fileVersions }: ErasureTarget,
  endpointId: string,
  submissions: readonly Item[],
  alongside: Alongside,
): Promise<number> {
  await eraseFiles(fileVersions, endpointId, submissions);
  const erase = (items: readonly Item[]) => {
    const deletes = items.map(({ PK, SK }) => ({ Delete: { Key: { PK, SK } as ItemKey, ...PRESENT } }));
    return ifConditionHolds(table.transact([...deletes, ...alongside(endpointId, items)]));
  };
  let erased = 0;
  for (const items of chunksOf(submissions, PER_TRANSACTION_MAX)) {
    if (await erase(items)) erased += items.length;
    else erased += (await inParallel(items, AT_ONCE, (item) => erase([item]))).filter(Boolean).length;
  }
  return erased;
}

/** Erases all versions of submissions' files. */
export async function eraseFiles(
  fileVersions: ErasureTarget['fileVersions'],
  endpointId: string,
  submissions: readonly Item[],
): Promise<void> {
  const withFiles = submissions.filter((item) => filesIn([item]) > 0);
  await inParallel(withFiles, AT_ONCE, (item) =>
    fileVersions.removeAll(submissionFilesPrefix(endpointId, idOf(item)), () => undefined),
  );
}
