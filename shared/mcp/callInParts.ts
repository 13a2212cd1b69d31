import type { Operation } from '../contract/operations/index.ts';
import { fittingItems } from './answer.ts';
import { type Arguments, namesIn } from './api.ts';

/** Items may change between two calls. One item always fits, so the last call asks for no more. */
const CALLS_MAX = 4;

/**
 * Calls a list again for as many items as fit into an answer, so that its page number or cursor continues after them.
 * @param call calls the operation with these arguments instead of the given ones
 */
export async function callInParts(
  { query }: Operation,
  call: (instead: Arguments) => Promise<object>,
): Promise<object> {
  const names = namesIn(query);
  let answer = await call({});
  for (let calls = 1; calls < CALLS_MAX && names.includes('limit'); calls++) {
    const fitting = fittingItems(answer);
    if (fitting === undefined) break;
    const limit = calls === CALLS_MAX - 1 ? 1 : fitting;
    answer = await call(names.includes('page') ? pageOf(answer as ListPage, limit) : { limit });
  }
  return answer;
}

interface ListPage {
  _metadata: { page: number; itemsPerPage: number };
}

/** The page that starts at the same item and has at most this many. */
function pageOf({ _metadata: { page, itemsPerPage } }: ListPage, itemsMax: number) {
  const before = (page - 1) * itemsPerPage;
  let limit = itemsMax;
  while (before % limit !== 0) limit--;
  return { page: before / limit + 1, limit };
}
