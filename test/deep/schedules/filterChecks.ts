import { isDeepStrictEqual } from 'node:util';
import { featuresOf } from '../../../shared/spamFilter/features.ts';
import { decode, type Learned } from '../../../shared/spamFilter/filterState.ts';
import {
  type FilterRecord,
  type LearnedFilter,
  LearnedFilters,
  type Outcomes,
} from '../../../shared/storage/filter/learnedFilters.ts';
import type { Kind } from '../../../shared/storage/filter/learning.ts';
import { endpointKey, SORT_PREFIX } from '../../../shared/storage/table/itemKeys.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import type { MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';

export async function checkFilter(items: MemoryItems, endpointId: string): Promise<string[]> {
  const found = await new LearnedFilters(new MemoryTable(items)).find(endpointId);
  const state = [...items.state().values()];
  if (!found) return state.map(({ SK }) => `left behind: ${SK}`);
  const submissions = state.filter(({ SK }) => String(SK).startsWith(SORT_PREFIX.submission));
  const ghosts = submissions.filter(({ data }) => data === undefined);
  if (ghosts.length > 0) return ghosts.map(({ SK }) => `a submission that nobody sent: ${SK}`);
  return [...submissions.flatMap(problemsOf), ...problemsOfFilter(found.filter, lastImages(items, endpointId))];
}

/** Each submission is learned as its last mark; marks from before the filter was on may be missing. */
function problemsOf({ SK, isSpam, isRead, toLearn, learnedAs }: Item): string[] {
  const marked = isSpam === undefined ? undefined : isSpam ? 'spam' : 'ham';
  if (isRead && toLearn === undefined && learnedAs === undefined) return [];
  if (learnedAs !== marked) return [`${SK} is marked as ${marked} and learned as ${learnedAs}`];
  return toLearn === undefined ? [] : [`${SK} is still to be learned`];
}

function problemsOfFilter({ generation, state, outcomes, record }: LearnedFilter, images: Item[]): string[] {
  const learned = decode(state);
  const expected: Learned = {
    marks: { spam: 0, ham: 0 },
    counts: { spam: learned.counts.spam.map(() => 0), ham: learned.counts.ham.map(() => 0) },
  };
  const right: Outcomes = { truePositives: 0, falsePositives: 0, trueNegatives: 0, falseNegatives: 0 };
  const counted: FilterRecord = { period: record.period, wanted: 0, taken: 0, wantedBefore: 0, takenBefore: 0 };
  for (const { data, judgedAs, learnedAs, learnedDuring } of images.filter(
    ({ learnedIn }) => learnedIn === generation,
  )) {
    const kind = learnedAs as Kind;
    expected.marks[kind]++;
    for (const { hash } of featuresOf(JSON.parse(String(data)))) {
      const bucket = hash % expected.counts[kind].length;
      expected.counts[kind][bucket] = (expected.counts[kind][bucket] ?? 0) + 1;
    }
    if (judgedAs === 'spam') right[kind === 'spam' ? 'truePositives' : 'falsePositives']++;
    if (judgedAs === 'ham') right[kind === 'ham' ? 'trueNegatives' : 'falseNegatives']++;
    if (kind === 'spam' || judgedAs === undefined) continue;
    if (learnedDuring === record.period) {
      counted.wanted++;
      counted.taken += Number(judgedAs === 'spam');
    } else if (learnedDuring === record.period - 1) {
      counted.wantedBefore++;
      counted.takenBefore += Number(judgedAs === 'spam');
    }
  }
  const problems: string[] = [];
  if (!isDeepStrictEqual(learned, expected))
    problems.push(`the filter knows ${text(learned.marks)} instead of ${text(expected.marks)}`);
  if (!isDeepStrictEqual(outcomes, right))
    problems.push(`the outcomes are ${text(outcomes)} instead of ${text(right)}`);
  if (!isDeepStrictEqual(record, counted)) problems.push(`the record is ${text(record)} instead of ${text(counted)}`);
  return problems;
}

function lastImages({ events }: MemoryItems, endpointId: string): Item[] {
  const { PK } = endpointKey(endpointId);
  const images = new Map<string, Item>();
  for (const event of events) {
    if (event.PK === PK && event.SK.startsWith(SORT_PREFIX.submission) && event.item) images.set(event.SK, event.item);
  }
  return [...images.values()];
}

const text = (value: unknown): string => JSON.stringify(value);
