import { createHash } from 'node:crypto';
import { ApiError } from '../contract/errors.ts';

const DIGEST_BYTES = 16;
const SEPARATOR = '.';

/**
 * A place in a search, for its caller to come back with. It holds nothing secret, and its digest knows which search it is
 * of: one that was made up rightly is no more than a place among submissions that the caller may read.
 * @param search what tells the search from others
 */
export function cursorAt(place: string, search: unknown): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([place, search]))
    .digest()
    .subarray(0, DIGEST_BYTES);
  return Buffer.from(`${place}${SEPARATOR}${digest.toString('base64url')}`).toString('base64url');
}

/** @throws ApiError BAD_REQUEST for a cursor of another search, and for what is none */
export function placeOf(cursor: string, search: unknown): string {
  const [place = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(SEPARATOR, 1);
  if (cursorAt(place, search) !== cursor)
    throw new ApiError('BAD_REQUEST', 'The query is invalid: cursor belongs to a different search.');
  return place;
}
