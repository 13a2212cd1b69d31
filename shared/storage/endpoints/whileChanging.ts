import { ApiError } from '../../contract/errors.ts';
import { ConditionFailed } from '../table/table.ts';

/** Attempts at updating or deleting an endpoint that others change at the same time. */
const RACES_MAX = 5;

/**
 * Reads an endpoint again and repeats a write while others change it at the same time.
 * @throws ApiError CONFLICT after too many attempts
 */
export async function whileChanging<E, T>(endpoint: E, reread: () => Promise<E>, write: (current: E) => Promise<T>) {
  for (let current = endpoint, race = 0; race < RACES_MAX; race++) {
    try {
      return await write(current);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      current = await reread();
    }
  }
  throw new ApiError('CONFLICT', 'The endpoint is being changed by other requests: try again.');
}
