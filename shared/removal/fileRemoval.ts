import type { FileBucket } from '../files/fileBucket.ts';
import { submissionFilesPrefix } from '../files/objectKeys.ts';
import { OBJECT_KINDS } from '../files/objectKinds.ts';
import { pendingKey, submissionKey } from '../storage/itemKeys.ts';
import type { TableAccess } from '../storage/table.ts';

/** Removes files whose submissions were deleted or never stored. Idempotent; may be interrupted. */
export class FileRemoval {
  readonly #table: Pick<TableAccess, 'get'>;
  readonly #bucket: Pick<FileBucket, 'removeAll'>;

  constructor(table: Pick<TableAccess, 'get'>, bucket: Pick<FileBucket, 'removeAll'>) {
    this.#table = table;
    this.#bucket = bucket;
  }

  /**
   * Removes all files of, and uploads to, a deleted endpoint.
   * @returns how many, and whether some are left
   */
  async removeOfEndpoint(endpointId: string, mayContinue: () => boolean): Promise<{ removed: number; left: boolean }> {
    let removed = 0;
    for (const { ofEndpoint } of Object.values(OBJECT_KINDS)) {
      const piece = await this.#bucket.removeAll(ofEndpoint(endpointId), mayContinue);
      removed += piece.removed;
      if (piece.left) return { removed, left: true };
    }
    return { removed, left: false };
  }

  /**
   * Removes the files of those submissions that do not exist.
   * @returns how many, and the submissions that are still to do
   */
  async removeOfSubmissions(
    endpointId: string,
    submissionIds: readonly string[],
    mayContinue: () => boolean,
  ): Promise<{ removed: number; left: string[] }> {
    let removed = 0;
    for (const [index, id] of submissionIds.entries()) {
      if (!mayContinue()) return { removed, left: submissionIds.slice(index) };
      if (await this.#isThere(endpointId, id)) continue;
      const piece = await this.#bucket.removeAll(submissionFilesPrefix(endpointId, id), mayContinue);
      removed += piece.removed;
      if (piece.left) return { removed, left: submissionIds.slice(index) };
    }
    return { removed, left: [] };
  }

  /** Looks again for a submission that is not pending: it may have been confirmed in between. */
  async #isThere(endpointId: string, id: string): Promise<boolean> {
    for (const keyOf of [submissionKey, pendingKey, submissionKey])
      if ((await this.#table.get(keyOf(endpointId, id), 'PK')) !== undefined) return true;
    return false;
  }
}
