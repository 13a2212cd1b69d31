import { createHash } from 'node:crypto';
import { ApiError } from '../contract/errors.ts';

const DIGEST_BYTES = 16;
const SEPARATOR = '.';
/** Places are ids; DynamoDB fails for keys of more than 1,024 bytes. */
const CURSOR_LENGTH_MAX = 200;

/**
 * Encodes a place in a search as a cursor. It is not secret: the digest ties it to its search, and a forged one is only
 * a place among submissions that the caller may read anyway.
 * @param search everything that distinguishes this search from others
 */
export function cursorAt(place: string, search: unknown): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([place, search]))
    .digest()
    .subarray(0, DIGEST_BYTES);
  return Buffer.from(`${place}${SEPARATOR}${digest.toString('base64url')}`).toString('base64url');
}

/** @throws ApiError BAD_REQUEST for an invalid cursor or one of another search */
export function placeOf(cursor: string, search: unknown): string {
  const [place = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(SEPARATOR, 1);
  if (cursor.length > CURSOR_LENGTH_MAX || cursorAt(place, search) !== cursor)
    throw new ApiError('BAD_REQUEST', 'The query is invalid: cursor belongs to a different search.');
  return place;
}
