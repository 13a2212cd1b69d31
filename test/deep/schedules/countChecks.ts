import { isDeepStrictEqual } from 'node:util';
import { daysOf, type Entry, entryOf, type FlagCounts, flagCountsOf } from '../../../shared/pageIndex/flagCounts.ts';
import { daysOfSegment, type Segment } from '../../../shared/pageIndex/segments.ts';
import { readStatistics } from '../../../shared/pageIndex/statistics.ts';
import { readHead, readIndexPage } from '../../../shared/pageIndex/store.ts';
import { timeOfSortId } from '../../../shared/storage/table/itemKeys.ts';
import type { Item, TableAccess } from '../../../shared/storage/table/table.ts';

export async function checkCounts(table: TableAccess, endpointId: string, submissions: Item[]): Promise<string[]> {
  const entries = submissions.map(entryOf).sort((a, b) => (a.sortId < b.sortId ? -1 : 1));
  return [...(await checkSegments(table, endpointId, entries)), ...(await checkStatistics(table, endpointId, entries))];
}

async function checkSegments(table: TableAccess, endpointId: string, entries: Entry[]): Promise<string[]> {
  const problems: string[] = [];
  const head = await readHead(table, endpointId);
  let after = '';
  const expectFlagCounts = (what: string, flagCounts: FlagCounts, counted: Entry[]) => {
    if (!isDeepStrictEqual(flagCounts, flagCountsOf(counted))) {
      problems.push(`${what} counts ${JSON.stringify(flagCounts)} instead of ${JSON.stringify(flagCountsOf(counted))}`);
    }
  };
  const between = (from: string, end: string) => entries.filter(({ sortId }) => from < sortId && sortId <= end);
  const checkEach = (segments: Segment[], where: string) => {
    for (const [i, segment] of segments.entries()) {
      const counted = between(after, segment.end);
      expectFlagCounts(`segment ${i} of ${where}`, segment.flagCounts, counted);
      const days = daysOfSegment(segment);
      if (!isDeepStrictEqual(days, daysOf(counted))) problems.push(`days of segment ${i} of ${where}`);
      after = segment.end;
    }
  };
  for (const [n, page] of head.pages.entries()) {
    expectFlagCounts(`page ${n}`, page.flagCounts, between(after, page.end));
    checkEach(await readIndexPage(table, endpointId, n), `page ${n}`);
  }
  checkEach(head.open, 'the head');
  return problems;
}

async function checkStatistics(table: TableAccess, endpointId: string, entries: Entry[]): Promise<string[]> {
  const found = await readStatistics(table, endpointId);
  if (!found) return [];
  const newest = entries.at(-1)?.sortId;
  const expected = {
    submissions: entries.length,
    flagCounts: flagCountsOf(entries),
    lastSubmissionAt: newest === undefined ? undefined : timeOfSortId(newest),
  };
  const { submissions, flagCounts, lastSubmissionAt } = found;
  return isDeepStrictEqual({ submissions, flagCounts, lastSubmissionAt }, expected)
    ? []
    : [
        `the statistics are wrong: ${JSON.stringify({ submissions, flagCounts, lastSubmissionAt })} instead of ${JSON.stringify(expected)}`,
      ];
}
