import { shownUnreadable } from '../contract/schemas/common.ts';
import type { LogPart } from '../storage/table/logParts.ts';
import { cursorAt, placeOf } from './cursor.ts';

/**
 * Reads a part of a log from a cursor on.
 * @param list everything that distinguishes this list from others
 * @throws ApiError BAD_REQUEST for an invalid cursor or one of another list
 */
export async function readLogPage<T>(
  cursor: string | undefined,
  list: unknown,
  read: (after: string | undefined) => Promise<LogPart<T>>,
) {
  const { records, unreadable, examined, next } = await read(cursor === undefined ? undefined : placeOf(cursor, list));
  const place = next && { cursor: cursorAt(next, list) };
  return { records, _metadata: { examined, done: next === undefined, ...place, ...shownUnreadable(unreadable) } };
}
