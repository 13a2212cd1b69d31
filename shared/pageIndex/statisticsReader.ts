import { isId } from '../contract/ids.ts';
import { inParallel } from '../runtime/inParallel.ts';
import type { MailCounts } from '../storage/counters/mailCounts.ts';
import { ALL_KEPT, type Kept } from '../storage/endpoints/keeping.ts';
import { indexHeadKey, statisticsKey } from '../storage/table/itemKeys.ts';
import type { Lookup } from '../storage/table/lookup.ts';
import type { TableAccess } from '../storage/table/table.ts';
import { entriesBetween } from './entries.ts';
import { type DayCount, dayOf, daysOf, type Entry } from './flagCounts.ts';
import { type Head, lastOf } from './head.ts';
import { isKept, keptHead, keptRangesIn, keptSegment } from './keptParts.ts';
import { indexPagesOf, openParts, tiles } from './parts.ts';
import { daysOfSegment, type Segment } from './segments.ts';
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

interface Period {
  fromDay: number;
  kept: Kept;
}

export interface EndpointCounts {
  totals: Totals;
  /** Days with submissions, starting from the requested day. */
  days: DayCount[];
  /** Undefined without stored statistics, which include the mail counts. */
  mails: MailCounts | undefined;
}

/** The starting point of a read of an endpoint's statistics. */
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

  /** Endpoints with due submissions, which stored totals include, are counted like those without stored totals. */
  async totalsOf(
    endpoints: readonly { id: string; kept: Kept }[],
  ): Promise<(Totals & Pick<EndpointCounts, 'mails'>)[]> {
    if (endpoints.length === 0) return [];
    const stored = await readAllStatistics(
      this.#table,
      endpoints.map(({ id }) => id),
    );
    const isCounted = ({ id, kept }: (typeof endpoints)[number]) =>
      !stored.has(id) || kept.spamFrom !== ALL_KEPT.spamFrom;
    const missing = endpoints.filter(isCounted);
    const heads = await readHeads(
      this.#table,
      missing.map(({ id }) => id),
    );
    const counted = await inParallel(missing, READS_AT_ONCE, async ({ id, kept }, i) => {
      const head = heads[i] as Head;
      return this.#keptTotals(id, head, await this.#tailOf(id, head, stored.get(id), kept), kept);
    });
    return endpoints.map((one) => ({
      ...((isCounted(one) ? counted[missing.indexOf(one)] : stored.get(one.id)) as Totals),
      mails: stored.get(one.id)?.mails,
    }));
  }

  /**
   * @param fromDay the first requested day, in days since 1970
   * @param kept leaves out submissions that are due
   */
  async read(
    endpointId: string,
    { stored, head: firstHead }: Known,
    fromDay: number,
    kept: Kept = ALL_KEPT,
  ): Promise<EndpointCounts> {
    // The statistics' tail starts after a newer head than this one: read the head again.
    const isOlder = stored !== undefined && stored.last > lastOf(firstHead);
    const head = isOlder ? await readHead(this.#table, endpointId) : firstHead;
    const tail = await this.#tailOf(endpointId, head, stored, kept);
    const days = await this.#daysOf(endpointId, head, tail, { fromDay, kept });
    const isCounted = stored === undefined || kept.spamFrom !== ALL_KEPT.spamFrom;
    const totals = isCounted ? await this.#keptTotals(endpointId, head, tail, kept) : stored;
    return { totals, days, mails: stored?.mails };
  }

  async #keptTotals(endpointId: string, head: Head, tail: Entry[], kept: Kept): Promise<Totals> {
    const counted = await keptHead(this.#table, endpointId, head, kept);
    const ranges = keptRangesIn(this.#table, endpointId, head, kept);
    const { lastSubmissionAt, ...counts } = await totalsOf(this.#table, endpointId, counted, tail, ranges);
    return counts.submissions === 0 ? counts : { ...counts, lastSubmissionAt };
  }

  async #tailOf(endpointId: string, head: Head, stored: Statistics | undefined, kept: Kept): Promise<Entry[]> {
    const last = lastOf(head);
    const tail = stored?.tail ?? (await entriesBetween(this.#table, endpointId, last, ''));
    return tail.filter((entry) => entry.sortId > last && isKept(kept, entry));
  }

  async #daysOf(endpointId: string, head: Head, tail: Entry[], period: Period): Promise<DayCount[]> {
    const { fromDay } = period;
    const segments = await this.#segmentsSince(endpointId, head, period);
    const days = new Map<number, DayCount>();
    for (const { day, count, spam } of [...segments.flatMap(daysOfSegment), ...daysOf(tail)]) {
      const sum = days.get(day);
      days.set(day, { day, count: count + (sum?.count ?? 0), spam: spam + (sum?.spam ?? 0) });
    }
    return [...days.values()].filter(({ day }) => day >= fromDay);
  }

  /** Segments of the index pages that end on a day or later, and the open ones. */
  async #segmentsSince(endpointId: string, head: Head, { fromDay, kept }: Period): Promise<Segment[]> {
    const pages = indexPagesOf(head).filter(({ end }) => dayOf(end) >= fromDay && end >= kept.from);
    const read = await readIndexPages(
      this.#table,
      endpointId,
      pages.map(({ page }) => page),
    );
    const sealed = pages.flatMap(({ after, end }, i) => tiles(read[i] as Segment[], after, end));
    return inParallel([...sealed, ...openParts(head)], READS_AT_ONCE, (part) =>
      keptSegment(this.#table, endpointId, part, kept),
    );
  }
}
