import { ApiError } from '../contract/errors.ts';
import { inParallel } from '../runtime/inParallel.ts';

/** Writes that are under way at once. */
const WRITES_AT_ONCE = 25;

/** What became of one id. */
export interface BulkResult<Done extends string> {
  id: string;
  status: Done | 'notFound';
}

/**
 * Does the same with each id, once, side by side.
 * @returns a result for each id, in their order
 * @throws what a write throws that is not NOT_FOUND; the others may have been done, and all may be repeated
 */
export function forEachId<Done extends string>(
  ids: readonly string[],
  done: Done,
  write: (id: string) => Promise<unknown>,
): Promise<BulkResult<Done>[]> {
  return inParallel([...new Set(ids)], WRITES_AT_ONCE, async (id) => {
    try {
      await write(id);
      return { id, status: done };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error;
      return { id, status: 'notFound' };
    }
  });
}
