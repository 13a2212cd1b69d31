import { createHash } from 'node:crypto';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { PageQuery } from '../../../shared/contract/schemas/common.ts';
import { SearchQuery } from '../../../shared/contract/schemas/submissions/search.ts';
import { indexedCount, lastOf } from '../../../shared/pageIndex/head.ts';
import { type Segment, sumOf } from '../../../shared/pageIndex/segments.ts';
import { readHead, readIndexPage } from '../../../shared/pageIndex/store.ts';
import { SubmissionListPages } from '../../../shared/pageIndex/submissionListPages.ts';
import { SubmissionSearch } from '../../../shared/search/submissionSearch.ts';
import { sortIdOf } from '../../../shared/storage/table/itemKeys.ts';
import type { TableAccess } from '../../../shared/storage/table/table.ts';
import { type ListPage, listPagesOf } from '../../../shared/storage/workspaces/workspaceLists.ts';

export interface Written {
  acknowledged: Set<string>;
  deleting: Set<string>;
  /** Every id that was or will be written. */
  known: Set<string>;
}

/** Invariants of any page at any time. `acknowledged` is the state at the start of the read. */
export function checkShownPage(
  { items, totalPages }: ListPage<{ id: string }>,
  { page, limit }: PageQuery,
  acknowledged: string[],
  { deleting, known }: Written,
): string[] {
  const problems: string[] = [];
  const shown = items.map(({ id }) => id);
  if (shown.some((id, i) => i > 0 && id >= (shown[i - 1] ?? ''))) problems.push(`a page out of order: ${shown}`);
  if (shown.length > limit) problems.push(`a page of ${shown.length} where ${limit} are asked for`);
  if (totalPages < listPagesOf((page - 1) * limit + shown.length, limit)) problems.push('a total below what is shown');
  if (page > 1) return problems;
  for (const id of acknowledged) {
    const newer = [...known].filter((other) => other > id).length;
    if (newer < limit && !deleting.has(id) && !shown.includes(id)) problems.push(`page 1 lacks ${id}`);
  }
  return problems;
}

/** Violations of the four invariants of an index that has caught up with its stream. */
export async function checkIndex(table: TableAccess, endpointId: string, submissions: string[]): Promise<string[]> {
  const problems: string[] = [];
  const head = await readHead(table, endpointId);
  const segments: Segment[] = [];
  for (const [n, page] of head.pages.entries()) {
    const content = await readIndexPage(table, endpointId, n);
    segments.push(...content);
    if (content.at(-1)?.end !== page.end) problems.push(`page ${n} ends elsewhere than the head says`);
    if (sumOf(content) !== page.count) problems.push(`page ${n} holds ${sumOf(content)}, the head says ${page.count}`);
    if (n === head.pages.length - 1 && content.length !== head.lastPageSize)
      problems.push('wrong size of the last page');
  }
  segments.push(...head.open);
  const sortIds = submissions.map(sortIdOf);
  for (const [i, { end, count, isProvisional }] of segments.entries()) {
    const after = segments[i - 1]?.end ?? '';
    if (end <= after) problems.push(`segment ${i} ends at ${end}, the one before at ${after}`);
    const truth = sortIds.filter((sortId) => after < sortId && sortId <= end).length;
    if (truth !== count) problems.push(`segment ${i} counts ${count}, there are ${truth}`);
    if (isProvisional) problems.push(`segment ${i} is provisional`);
  }
  const tail = sortIds.filter((sortId) => sortId > lastOf(head)).length;
  if (indexedCount(head) + tail !== submissions.length) problems.push('the total is wrong');
  return problems;
}

/**
 * Differences between the read pages and the expected list, newest first. Totals are exact if the tail is counted by
 * one query.
 */
export async function checkPages(
  table: TableAccess,
  endpointId: string,
  submissions: string[],
  { limits, isTotalExact }: { limits: number[]; isTotalExact: boolean },
): Promise<string[]> {
  const pages = new SubmissionListPages(table);
  const problems: string[] = [];
  for (const limit of limits) {
    const totalPages = listPagesOf(submissions.length, limit);
    for (let page = 1; page <= totalPages; page++) {
      const read = await pages.read(endpointId, { page, limit }, await readHead(table, endpointId)).catch(String);
      if (typeof read === 'string') {
        problems.push(`page ${page} of ${limit}: ${read}`);
        continue;
      }
      const expected = submissions.slice((page - 1) * limit, page * limit);
      const shown = read.items.map(({ id }) => id);
      if (shown.join() !== expected.join()) problems.push(`page ${page} of ${limit}: ${shown} instead of ${expected}`);
      if (isTotalExact && read.totalPages !== totalPages)
        problems.push(`${read.totalPages} pages of ${limit} instead of ${totalPages}`);
    }
    const past = { page: totalPages + 1, limit };
    const refusal = await pages.read(endpointId, past, await readHead(table, endpointId)).catch((error) => error);
    if (!(refusal instanceof ApiError)) problems.push(`page ${past.page} of ${limit} is not refused`);
  }
  return problems;
}

/** A word that only this submission has. */
export const wordOf = (id: string): string => createHash('sha256').update(id).digest('hex');

/** Submissions that a search for their word does not find. */
export async function checkSearches(table: TableAccess, endpointId: string, submissions: string[]): Promise<string[]> {
  const problems: string[] = [];
  const search = new SubmissionSearch(table);
  const head = await readHead(table, endpointId);
  for (const id of submissions) {
    const query = SearchQuery.parse({ query: wordOf(id) });
    const found = await search.search({ endpointId, query, head });
    if (found.submissions[0]?.id !== id) problems.push(`a search for the word of ${id} does not find it`);
  }
  return problems;
}
