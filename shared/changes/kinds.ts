import { ENDPOINT_SORT_KEY, SORT_PREFIX } from '../storage/itemKeys.ts';
import type { Item } from '../storage/table.ts';

/** Sort keys of the items whose changes matter, as patterns of AWS's event filters. */
const SORT_KEY = {
  submission: { prefix: SORT_PREFIX.submission },
  endpoint: ENDPOINT_SORT_KEY,
} as const;

/** By what a record of the table's stream is known to be of a kind. */
interface Kind {
  item: keyof typeof SORT_KEY;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  /** Flags that the item had before, and has after it. */
  before?: Record<string, boolean>;
  after?: Record<string, boolean>;
}

/**
 * What can happen, in the product's terms. Functions tell records apart by these definitions, and the filters of the event
 * source mappings are made of them. The first kind that fits is a record's.
 */
const KINDS = {
  submissionCreated: { item: 'submission', eventName: 'INSERT' },
  /** It was held as spam, until a person said that it is none. */
  submissionReleased: {
    item: 'submission',
    eventName: 'MODIFY',
    before: { isHeld: true },
    after: { isSpam: false },
  },
  submissionChanged: { item: 'submission', eventName: 'MODIFY' },
  submissionRemoved: { item: 'submission', eventName: 'REMOVE' },
  endpointCreated: { item: 'endpoint', eventName: 'INSERT' },
  endpointRemoved: { item: 'endpoint', eventName: 'REMOVE' },
} as const satisfies Record<string, Kind>;
export type ChangeKind = keyof typeof KINDS;

/** A record of the stream, as far as its kind depends on it. */
export interface KindSource {
  eventName: string | undefined;
  SK: string;
  before: Item;
  after: Item;
}

/** The kind of a record; undefined for one that says nothing about submissions or endpoints. */
export const kindOf = (source: KindSource): ChangeKind | undefined =>
  (Object.keys(KINDS) as ChangeKind[]).find((name) => fits(source, KINDS[name]));

function fits({ eventName, SK, before, after }: KindSource, kind: Kind): boolean {
  const expected = SORT_KEY[kind.item];
  return (
    eventName === kind.eventName &&
    (typeof expected === 'string' ? SK === expected : SK.startsWith(expected.prefix)) &&
    has(before, kind.before) &&
    has(after, kind.after)
  );
}

const has = (item: Item, flags: Record<string, boolean> = {}): boolean =>
  Object.entries(flags).every(([name, value]) => item[name] === value);

/** What each reader of the stream gets: kinds, with flags that the item must have besides those of its kind. */
const READ_BY = {
  // Released ones are changed, too.
  notifySubmission: { submissionCreated: { hasTargets: true }, submissionChanged: {}, submissionRemoved: {} },
  indexSubmissions: {
    submissionCreated: {},
    submissionChanged: {},
    submissionRemoved: {},
    endpointCreated: {},
    endpointRemoved: {},
  },
} as const satisfies Record<string, Partial<Record<ChangeKind, Record<string, boolean>>>>;
export type StreamReaderName = keyof typeof READ_BY;

/** The event filters of a reader's event source mapping. */
export const patternsFor = (reader: StreamReaderName) =>
  Object.entries(READ_BY[reader]).map(([kind, flags]) => patternOf(kind as ChangeKind, flags));

function patternOf(name: ChangeKind, flags: Record<string, boolean>) {
  const { item, eventName, before, after }: Kind = KINDS[name];
  const afterwards = { ...after, ...flags };
  return {
    eventName: [eventName],
    dynamodb: {
      Keys: { SK: { S: [SORT_KEY[item]] } },
      ...(before && { OldImage: flagPatterns(before) }),
      ...(Object.keys(afterwards).length > 0 && { NewImage: flagPatterns(afterwards) }),
    },
  };
}

const flagPatterns = (flags: Record<string, boolean>) =>
  Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, { BOOL: [value] }]));
