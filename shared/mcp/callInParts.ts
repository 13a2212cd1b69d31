import { ITEMS_PER_PAGE_MAX } from '../contract/limits.ts';
import type { Operation } from '../contract/operations/index.ts';
import { fittingItems } from './answer.ts';
import type { Arguments } from './api.ts';

/** Items may change between two calls. */
const CALLS_MAX = 4;

/**
 * Calls a list again for as many items as fit into an answer, so that its page number or cursor continues after them.
 * @param call calls the operation with these arguments instead of the given ones
 */
export async function callInParts(
  { query }: Operation,
  call: (instead: Arguments) => Promise<object>,
  args: Arguments,
): Promise<object> {
  let answer = await call({});
  for (let calls = 1; calls < CALLS_MAX && isList(query); calls++) {
    const items = Object.values(answer).find(Array.isArray) ?? [];
    const fitting = fittingItems(items);
    if (fitting === items.length) break;
    answer = await call(hasPages(query) ? pageOf(args, fitting) : { limit: fitting });
  }
  return answer;
}

type Query = Operation['query'];
const shapeOf = (query: Query): object => (query as { shape?: object }).shape ?? {};
const hasPages = (query: Query): boolean => 'page' in shapeOf(query);
const isList = (query: Query): boolean => 'limit' in shapeOf(query);

/** The page that starts at the same item and has at most this many. */
function pageOf({ page = 1, limit = ITEMS_PER_PAGE_MAX }: Arguments, itemsMax: number) {
  const before = (Number(page) - 1) * Math.min(Number(limit), ITEMS_PER_PAGE_MAX);
  let itemsPerPage = itemsMax;
  while (before % itemsPerPage !== 0) itemsPerPage--;
  return { page: before / itemsPerPage + 1, limit: itemsPerPage };
}
