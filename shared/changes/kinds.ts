import { ENDPOINT_SORT_KEY, SORT_PREFIX } from '../storage/table/itemKeys.ts';
import type { Item } from '../storage/table/table.ts';

/** Sort keys of the relevant items, as AWS event filter patterns. */
const SORT_KEY = {
  submission: { prefix: SORT_PREFIX.submission },
  pending: { prefix: SORT_PREFIX.pending },
  endpoint: ENDPOINT_SORT_KEY,
} as const;

interface Kind {
  item: keyof typeof SORT_KEY;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  before?: Record<string, boolean>;
  after?: Record<string, boolean>;
}

/**
 * The kinds of changes. Functions classify records by these definitions, and the filters of the event source mappings
 * are generated from them. The first matching kind applies.
 */
const KINDS = {
  submissionCreated: { item: 'submission', eventName: 'INSERT' },
  /** Was held as spam until a person marked it as not spam. */
  submissionReleased: { item: 'submission', eventName: 'MODIFY', before: { isHeld: true }, after: { isSpam: false } },
  submissionChanged: { item: 'submission', eventName: 'MODIFY' },
  submissionRemoved: { item: 'submission', eventName: 'REMOVE' },
  pendingCreated: { item: 'pending', eventName: 'INSERT' },
  pendingChanged: { item: 'pending', eventName: 'MODIFY' },
  /** Its sender confirmed or deleted it, or it expired. */
  pendingRemoved: { item: 'pending', eventName: 'REMOVE' },
  endpointCreated: { item: 'endpoint', eventName: 'INSERT' },
  endpointRemoved: { item: 'endpoint', eventName: 'REMOVE' },
} as const satisfies Record<string, Kind>;
export type ChangeKind = keyof typeof KINDS;

export interface KindSource {
  eventName: string | undefined;
  SK: string;
  before: Item;
  after: Item;
}

/** The kind of a record; undefined if it concerns neither submissions nor endpoints. */
export const changeKindOf = (source: KindSource): ChangeKind | undefined =>
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

/** The kinds that each reader of the stream gets, with flags the item must also have. */
const READ_BY = {
  // A release is also a change.
  notifySubmission: {
    /** @see receiveSubmission, which stores it */
    submissionCreated: { hasTargets: true },
    submissionChanged: {},
    submissionRemoved: {},
    pendingCreated: {},
    pendingChanged: {},
  },
  indexSubmissions: {
    submissionCreated: {},
    submissionChanged: {},
    submissionRemoved: {},
    pendingRemoved: {},
    endpointCreated: {},
    endpointRemoved: {},
  },
} as const satisfies Record<string, Partial<Record<ChangeKind, Record<string, boolean>>>>;
export type StreamReaderName = keyof typeof READ_BY;

/** The filters of a reader's mapping, at most five on AWS: filters that differ only in the item are merged. */
export function patternsFor(reader: StreamReaderName) {
  const patterns = Object.entries(READ_BY[reader]).map(([kind, flags]) => patternOf(kind as ChangeKind, flags));
  const merged = new Map<string, (typeof patterns)[number]>();
  for (const pattern of patterns) {
    const { Keys, ...others } = pattern.dynamodb;
    const name = JSON.stringify([pattern.eventName, others]);
    const same = merged.get(name)?.dynamodb.Keys.SK.S ?? [];
    const SK = { S: [...same, ...Keys.SK.S] };
    merged.set(name, { ...pattern, dynamodb: { ...others, Keys: { SK } } });
  }
  return [...merged.values()];
}

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
