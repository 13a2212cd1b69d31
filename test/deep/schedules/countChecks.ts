import { isDeepStrictEqual } from 'node:util';
import { daysOfSegment, type Segment } from '../../../shared/pageIndex/segments.ts';
import { daysOf, type Entry, entryOf, type States, statesOf } from '../../../shared/pageIndex/states.ts';
import { StatisticsStore } from '../../../shared/pageIndex/statistics.ts';
import { IndexStore } from '../../../shared/pageIndex/store.ts';
import { timeOfMark } from '../../../shared/storage/itemKeys.ts';
import type { Item, TableAccess } from '../../../shared/storage/table.ts';

/** Differences between the counts of states and days and the stored submissions, once the stream is processed. */
export async function checkCounts(table: TableAccess, endpointId: string, submissions: Item[]): Promise<string[]> {
  const entries = submissions.map(entryOf).sort((a, b) => (a.mark < b.mark ? -1 : 1));
  return [
    ...(await checkSegments(new IndexStore(table), endpointId, entries)),
    ...(await checkStatistics(new StatisticsStore(table), endpointId, entries)),
  ];
}

async function checkSegments(store: IndexStore, endpointId: string, entries: Entry[]): Promise<string[]> {
  const problems: string[] = [];
  const head = await store.readHead(endpointId);
  let after = '';
  const expectStates = (what: string, states: States | undefined, counted: Entry[]) => {
    if (states && !isDeepStrictEqual(states, statesOf(counted))) {
      problems.push(`${what} counts ${JSON.stringify(states)} instead of ${JSON.stringify(statesOf(counted))}`);
    }
  };
  const between = (from: string, end: string) => entries.filter(({ mark }) => from < mark && mark <= end);
  const checkEach = (segments: Segment[], where: string) => {
    for (const [i, segment] of segments.entries()) {
      const counted = between(after, segment.end);
      expectStates(`segment ${i} of ${where}`, segment.states, counted);
      const days = daysOfSegment(segment);
      if (segment.states && !isDeepStrictEqual(days, daysOf(counted)))
        problems.push(`days of segment ${i} of ${where}`);
      after = segment.end;
    }
  };
  for (const [n, page] of head.pages.entries()) {
    expectStates(`page ${n}`, page.states, between(after, page.end));
    checkEach(await store.readPage(endpointId, n), `page ${n}`);
  }
  checkEach(head.open, 'the head');
  return problems;
}

async function checkStatistics(store: StatisticsStore, endpointId: string, entries: Entry[]): Promise<string[]> {
  const found = await store.read(endpointId);
  if (!found) return [];
  const newest = entries.at(-1)?.mark;
  const expected = {
    submissions: entries.length,
    states: statesOf(entries),
    lastSubmissionAt: newest === undefined ? undefined : timeOfMark(newest),
  };
  const { submissions, states, lastSubmissionAt } = found;
  return isDeepStrictEqual({ submissions, states, lastSubmissionAt }, expected)
    ? []
    : [
        `the statistics are wrong: ${JSON.stringify({ submissions, states, lastSubmissionAt })} instead of ${JSON.stringify(expected)}`,
      ];
}
