import { ApiError } from '../../contract/errors.ts';
import { ConditionFailed } from '../table/table.ts';

/** Attempts at updating or deleting something that others change at the same time. */
const RACES_MAX = 5;

/**
 * Reads an endpoint or a member again and repeats a write while others change it at the same time.
 * @throws ApiError CONFLICT after too many attempts
 */
export async function whileChanging<E, T>(
  found: E,
  reread: () => Promise<E>,
  write: (current: E) => Promise<T>,
  what = 'endpoint',
) {
  for (let current = found, race = 0; race < RACES_MAX; race++) {
    try {
      return await write(current);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      current = await reread();
    }
  }
  throw new ApiError('CONFLICT', `The ${what} is being changed by other requests: try again.`);
}
