import { ApiError } from '../../contract/errors.ts';
import { inParallel } from '../../runtime/inParallel.ts';

const WRITES_AT_ONCE = 25;

export interface BulkResult<Done extends string> {
  id: string;
  status: Done | 'notFound';
}

/**
 * Applies an operation to each distinct id concurrently.
 * @returns a result for each id, in their order
 * @throws any error other than NOT_FOUND; others may have been applied, and all may be retried
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
