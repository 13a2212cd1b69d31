import { isId } from '../contract/ids.ts';
import { inParallel } from '../runtime/inParallel.ts';
import type { MailCounts } from '../storage/counters/mailCounts.ts';
import { indexHeadKey, statisticsKey } from '../storage/table/itemKeys.ts';
import type { Lookup } from '../storage/table/lookup.ts';
import type { TableAccess } from '../storage/table/table.ts';
import { entriesBetween } from './entries.ts';
import { type DayCount, dayOf, daysOf, type Entry } from './flagCounts.ts';
import { type Head, lastOf } from './head.ts';
import { indexPagesOf, openParts, tiles } from './parts.ts';
import { daysOfSegment, type Segment, segmentOf } from './segments.ts';
import {
  type Known,
  parseStatistics,
  readAllStatistics,
  type Statistics,
  type Totals,
  totalsOf,
} from './statistics.ts';
import { parseHead, readHead, readHeads, readIndexPages } from './store.ts';

const READS_AT_ONCE = 16;

export interface EndpointCounts {
  totals: Totals;
  /** Days with submissions, starting from the requested day. */
  days: DayCount[];
  /** Undefined without stored statistics, which include the mail counts. */
  mails: MailCounts | undefined;
}

/** What a read of an endpoint's statistics starts from. */
export const statisticsAndHead = (endpointId: string): Lookup<Known> => ({
  keys: isId('endpoint', endpointId) ? [statisticsKey(endpointId), indexHeadKey(endpointId)] : [],
  from: ([statistics, head]) => ({ ...parseStatistics(statistics), head: parseHead(head) }),
});

/**
 * Reads statistics. Without stored statistics it sums the page index and counts the submissions after it: equally
 * correct, at a higher cost.
 */
export class StatisticsReader {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  async totalsOf(endpointIds: readonly string[]): Promise<Totals[]> {
    if (endpointIds.length === 0) return [];
    const stored = await readAllStatistics(this.#table, endpointIds);
    const missing = endpointIds.filter((id) => !stored.has(id));
    const heads = await readHeads(this.#table, missing);
    const counted = await inParallel(missing, READS_AT_ONCE, async (id, i) => this.#countAll(id, heads[i] as Head));
    return endpointIds.map((id) => (stored.get(id) ?? counted[missing.indexOf(id)]) as Totals);
  }

  /** @param fromDay the first requested day, in days since 1970 */
  async read(endpointId: string, { stored, head: firstHead }: Known, fromDay: number): Promise<EndpointCounts> {
    // The statistics' tail starts after a newer head than this one: read the head again.
    const isOlder = stored !== undefined && stored.last > lastOf(firstHead);
    const head = isOlder ? await readHead(this.#table, endpointId) : firstHead;
    const tail = await this.#tailOf(endpointId, head, stored);
    const days = await this.#daysOf(endpointId, head, tail, fromDay);
    const totals = stored ?? (await totalsOf(this.#table, endpointId, head, tail));
    return { totals, days, mails: stored?.mails };
  }

  async #countAll(endpointId: string, head: Head): Promise<Totals> {
    return totalsOf(this.#table, endpointId, head, await this.#tailOf(endpointId, head, undefined));
  }

  async #tailOf(endpointId: string, head: Head, stored: Statistics | undefined): Promise<Entry[]> {
    const last = lastOf(head);
    if (stored === undefined) return entriesBetween(this.#table, endpointId, last, '');
    return stored.tail.filter(({ sortId }) => sortId > last);
  }

  async #daysOf(endpointId: string, head: Head, tail: Entry[], fromDay: number): Promise<DayCount[]> {
    const segments = await this.#segmentsSince(endpointId, head, fromDay);
    const days = new Map<number, DayCount>();
    for (const { day, count, spam } of [...segments.flatMap(daysOfSegment), ...daysOf(tail)]) {
      const sum = days.get(day);
      days.set(day, { day, count: count + (sum?.count ?? 0), spam: spam + (sum?.spam ?? 0) });
    }
    return [...days.values()].filter(({ day }) => day >= fromDay);
  }

  /** Segments of the index pages that end on a day or later, and the open ones. */
  async #segmentsSince(endpointId: string, head: Head, fromDay: number): Promise<Segment[]> {
    const pages = indexPagesOf(head).filter(({ end }) => dayOf(end) >= fromDay);
    const read = await readIndexPages(
      this.#table,
      endpointId,
      pages.map(({ page }) => page),
    );
    const sealed = pages.flatMap(({ after, end }, i) => tiles(read[i] as Segment[], after, end));
    return inParallel(
      [...sealed, ...openParts(head)],
      READS_AT_ONCE,
      async ({ after, end, range }) =>
        range ?? segmentOf(await entriesBetween(this.#table, endpointId, after, end), end),
    );
  }
}
