import { isDeepStrictEqual } from 'node:util';
import { encodeTime } from 'ulid';
import type { SearchQuery } from '../../../shared/contract/schemas/submissions/search.ts';
import { SPAM_REASONS } from '../../../shared/contract/schemas/submissions/spamReasons.ts';
import { buildIndex } from '../../../shared/pageIndex/buildIndex.ts';
import { indexChanges } from '../../../shared/pageIndex/indexChanges.ts';
import { firstOfDays, shownStatistics, shownTotals } from '../../../shared/pageIndex/shownStatistics.ts';
import { StatisticsReader, statisticsAndHead } from '../../../shared/pageIndex/statisticsReader.ts';
import { StatisticsUpdater } from '../../../shared/pageIndex/statisticsUpdater.ts';
import { indexHead } from '../../../shared/pageIndex/store.ts';
import { SubmissionListPages } from '../../../shared/pageIndex/submissionListPages.ts';
import { IndexUpdater } from '../../../shared/pageIndex/updater.ts';
import { SubmissionSearch } from '../../../shared/search/submissionSearch.ts';
import { addMailCounts, type MailCounts } from '../../../shared/storage/counters/mailCounts.ts';
import { endpointExists } from '../../../shared/storage/endpoints/endpointExistence.ts';
import { ALL_KEPT, type Kept } from '../../../shared/storage/endpoints/keeping.ts';
import { onlyIf, PRESENT, setAll } from '../../../shared/storage/table/expressions.ts';
import { endpointKey, placeAtTime, statisticsKey, submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { lookUp } from '../../support/lookups.ts';
import { MemoryItems, type StreamEvent } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import type { Random } from '../../support/simulator/random.ts';
import { changesOf } from '../schedules/streamChanges.ts';
import { expectedOf, isWanted, type Known } from './model.ts';
import { dataOf, searchOf } from './samples.ts';
import { expectedStatistics } from './statisticsModel.ts';

const ENDPOINT_ID = 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const START_MS = Date.UTC(2026, 0, 30);
const HOUR_MS = 3_600_000;
/** Long after all submissions, so that the index counts as current. */
const NOW_MS = START_MS + 400 * 24 * HOUR_MS;
const SUBMISSIONS_MAX = 60;
const DAYS_MAX = 366;

export const NO_COUNTS = {
  searches: 0,
  responses: 0,
  /** Responses with less than a page although more was left. */
  partial: 0,
  found: 0,
  changesMeanwhile: 0,
  /** Submissions that the index's filters of words were asked about. */
  skimmed: 0,
  late: 0,
  mails: 0,
  statistics: 0,
};
export type Counts = typeof NO_COUNTS;

export class SearchedEndpoint {
  readonly problems: string[] = [];
  readonly counts: Counts = { ...NO_COUNTS };
  readonly #random: Random;
  readonly #items = new MemoryItems();
  readonly #table: MemoryTable;
  readonly #known = new Map<string, Known>();
  /** Late submissions that the index may not know yet. */
  readonly #lateIds = new Set<string>();
  readonly #mails: MailCounts = { sent: 0, failed: 0, inDigests: 0 };
  readonly #updater: IndexUpdater;
  readonly #search: SubmissionSearch;
  readonly #gapMs: number;
  readonly #responseBytes: number;
  #handled = 0;
  #clockMs = NOW_MS;
  #createdAtMs = START_MS;

  constructor(random: Random) {
    this.#random = random;
    this.#responseBytes = random.pick([1_000_000, 1_000_000, 1_000, 200]);
    this.#table = new MemoryTable(this.#items, { pageBytes: this.#responseBytes });
    const sizes = {
      segment: random.pick([1, 2, 4]),
      open: random.pick([1, 2, 4]),
      page: random.pick([2, 4]),
      growth: 1,
    };
    this.#updater = new IndexUpdater(this.#table, sizes);
    this.#gapMs = random.pick([1, 1_000, HOUR_MS, 20 * HOUR_MS]);
    const searchSizes = {
      merged: random.pick([1, 4, 256]),
      firstWave: random.pick([1, 4, 256]),
      largestWave: random.pick([4, 4_096]),
      examined: random.pick([3, 10, 20_000]),
      units: random.pick([1, 10, 3_000]),
    };
    const hurryMs = random.pick([0, 0, 100, 800]);
    this.#search = new SubmissionSearch(this.#table, searchSizes, () => {
      this.#clockMs += hurryMs;
      return this.#clockMs;
    });
  }

  async run(searches: number): Promise<void> {
    const random = this.#random;
    await this.#table.put(
      { ...endpointKey(ENDPOINT_ID), id: ENDPOINT_ID },
      { ConditionExpression: 'attribute_not_exists(PK)' },
    );
    if (random.chance(0.2)) this.#handled = 1;
    while (this.counts.searches < searches && this.problems.length === 0) {
      for (let changes = random.below(8); changes > 0; changes--) await this.#change();
      if (random.chance(0.8)) await this.#follow();
      if (random.chance(0.2)) await this.#countMails();
      if (random.chance(0.02)) await buildIndex(this.#table, ENDPOINT_ID, { recount: false, onPart: () => undefined });
      await this.#searchOnce();
      if (random.chance(0.2)) await this.#checkStatistics();
      if (random.chance(0.1)) await this.#checkPages();
    }
  }

  async #change(): Promise<Known | undefined> {
    const random = this.#random;
    const known = this.#known.size > 0 ? random.pick([...this.#known.values()]) : undefined;
    if (!known || (this.#known.size < SUBMISSIONS_MAX && random.chance(0.5))) return this.#create();
    const Key = submissionKey(ENDPOINT_ID, known.id);
    if (random.chance(0.3)) {
      this.#known.delete(known.id);
      await this.#table.delete(Key);
      return known;
    }
    const name = random.pick(['isRead', 'isSpam'] as const);
    const marked = { ...known, [name]: !known[name], ...(name === 'isSpam' && { reason: undefined }) };
    this.#known.set(known.id, marked);
    const spamReason = name === 'isSpam' && { spamReason: null };
    await this.#table.update(onlyIf(PRESENT, { Key, ...setAll({ [name]: !known[name], ...spamReason }) }));
    return known;
  }

  async #create(): Promise<undefined> {
    const random = this.#random;
    // Like a submission confirmed long after it was sent.
    const isLate = random.chance(0.1);
    if (isLate) this.counts.late++;
    else this.#createdAtMs += 1 + random.below(2 * this.#gapMs);
    const createdAtMs = isLate ? START_MS + random.below(this.#createdAtMs - START_MS + 1) : this.#createdAtMs;
    const tail = Array.from({ length: 16 }, () => random.pick([...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'])).join('');
    const id = `sub_${encodeTime(createdAtMs, 10)}${tail}`;
    const reason = random.chance(0.2) ? random.pick(SPAM_REASONS) : undefined;
    const [isRead, isSpam] = [false, reason !== undefined];
    const data = dataOf(random);
    this.#known.set(id, { id, createdAtMs, data, isRead, isSpam, reason });
    if (isLate) this.#lateIds.add(id);
    const item = {
      data: JSON.stringify(data),
      location: 'Unknown',
      ...(isSpam && { isSpam, spamReason: `${reason}:x` }),
    };
    await this.#table.put(
      { ...submissionKey(ENDPOINT_ID, id), ...item },
      { ConditionExpression: 'attribute_not_exists(PK)' },
    );
  }

  async #follow(): Promise<void> {
    const statistics = new StatisticsUpdater(this.#table);
    while (this.#handled < this.#items.events.length) {
      const events = this.#items.events.slice(this.#handled, this.#handled + 1 + this.#random.below(10));
      const changes = events.flatMap((event) => changesOf(event as StreamEvent));
      await indexChanges(ENDPOINT_ID, changes, {
        endpointExists: (endpointId) => endpointExists(this.#table, endpointId),
        updater: this.#updater,
        statistics,
        startRemoval: async () => undefined,
      });
      this.#handled += events.length;
    }
    this.#lateIds.clear();
  }

  async #searchOnce(): Promise<void> {
    const random = this.#random;
    const query = searchOf(
      random,
      [...this.#known.values()].map(({ createdAtMs }) => createdAtMs),
    );
    const kept = this.#someKept();
    const isFollowed = this.#handled >= this.#items.events.length;
    const isChanging = random.chance(0.4);
    const before = new Map([...this.#known].filter(([id]) => !this.#lateIds.has(id)));
    const touched = new Set<string>();
    const found: string[] = [];
    let cursor: string | undefined;
    for (let calls = 0; ; calls++) {
      if (calls > 1_000) return void this.problems.push(`no end of ${JSON.stringify(query)}`);
      const answer = await this.#call(query, cursor, kept);
      found.push(...answer.submissions.map(({ id }) => id));
      if (answer._metadata.done) break;
      cursor = answer._metadata.cursor;
      if (!isChanging) continue;
      this.counts.changesMeanwhile++;
      const changed = await this.#change();
      if (changed) touched.add(changed.id);
      if (random.chance(0.5)) await this.#follow();
    }
    this.counts.searches++;
    this.counts.found += found.length;
    this.#compare(query, found, { before, touched, isExact: isFollowed && !isChanging, kept });
  }

  async #call(query: SearchQuery, cursor: string | undefined, kept: Kept) {
    const head = await lookUp(this.#table, indexHead(ENDPOINT_ID));
    const answer = await this.#search.search({ endpointId: ENDPOINT_ID, query: { ...query, cursor }, head, kept });
    const { submissions, _metadata } = answer;
    this.counts.responses++;
    this.counts.skimmed += this.#search.skimmed;
    if (!_metadata.done && submissions.length < query.limit) this.counts.partial++;
    if (_metadata.done !== (_metadata.cursor === undefined)) this.problems.push('done with a cursor, or not without');
    if (submissions.length > query.limit) this.problems.push('more than a page');
    for (const { id, createdAt } of submissions) {
      const known = this.#known.get(id);
      const at = known && `${new Date(known.createdAtMs).toISOString().replace('T', ' ').slice(0, -1)}000`;
      if (known && createdAt !== at) this.problems.push(`${id} was created at ${at}, not ${createdAt}`);
    }
    return answer;
  }

  #compare(query: SearchQuery, found: string[], { before, touched, isExact, kept }: Comparison): void {
    const what = JSON.stringify([query, kept]);
    const ordered = query.order === 'newest' ? [...found].sort().reverse() : [...found].sort();
    if (ordered.join() !== found.join()) this.problems.push(`out of order: ${what}`);
    if (new Set(found).size !== found.length) this.problems.push(`found twice: ${what}`);
    if (isExact) {
      const expected = expectedOf(this.#keptOf(kept), query);
      if (expected.join() !== found.join()) this.problems.push(`${what} found ${found} instead of ${expected}`);
      return;
    }
    // Flags that are still in the stream may be seen in their old state.
    const isSure = this.#isMarkless(query);
    for (const known of before.values()) {
      const isMissing =
        isWanted(known, query) && isKeptIn(kept, known) && !touched.has(known.id) && !found.includes(known.id);
      if (isMissing && isSure) this.problems.push(`${what} left out ${known.id}`);
    }
    for (const id of found) {
      const known = this.#known.get(id) ?? before.get(id);
      if (known && !touched.has(id) && !(isWanted(known, query) && isKeptIn(kept, known)))
        this.problems.push(`${what} found ${id}`);
    }
  }

  #keptOf = (kept: Kept): Known[] => [...this.#known.values()].filter((known) => isKeptIn(kept, known));

  /** Sometimes with submissions that are due, or only spam. */
  #someKept(): Kept {
    const random = this.#random;
    if (this.#known.size === 0 || random.chance(0.5)) return ALL_KEPT;
    const placeNear = () => placeAtTime(random.pick([...this.#known.values()]).createdAtMs + random.below(2));
    const [from = '', spamFrom = ''] = [random.chance(0.5) ? '' : placeNear(), placeNear()].sort();
    return { from, spamFrom };
  }

  #isMarkless = ({ isRead, isSpam }: SearchQuery): boolean => isRead === undefined && isSpam === undefined;

  async #countMails(): Promise<void> {
    const name = this.#random.pick(['sent', 'failed', 'inDigests'] as const);
    const times = 1 + this.#random.below(3);
    if (await this.#table.get(statisticsKey(ENDPOINT_ID))) {
      this.counts.mails++;
      this.#mails[name] += times;
    }
    await addMailCounts(this.#table, ENDPOINT_ID, { sent: 0, failed: 0, inDigests: 0, [name]: times });
  }

  async #checkStatistics(): Promise<void> {
    if (this.#handled < this.#items.events.length) return;
    this.counts.statistics++;
    const reader = new StatisticsReader(this.#table);
    const days = this.#random.pick([1, 30, DAYS_MAX]);
    const nowMs = this.#createdAtMs + this.#random.below(2 * HOUR_MS);
    const fromDay = firstOfDays(days, nowMs);
    const kept = this.#someKept();
    const known = await lookUp(this.#table, statisticsAndHead(ENDPOINT_ID));
    const counts = await reader.read(ENDPOINT_ID, known, fromDay, kept);
    const [totals] = await reader.totalsOf([{ id: ENDPOINT_ID, kept }]);
    const all = this.#keptOf(kept);
    const expected = expectedStatistics(ENDPOINT_ID, all, { mails: this.#mails, days, nowMs });
    const { days: _days, spamReasons: _reasons, mails: _mails, ...expectedTotals } = expected;
    const shown = { ...counts, corrected: undefined, filterPause: undefined };
    this.#expectEqual(shownStatistics(ENDPOINT_ID, shown, { fromDay, days }), expected);
    this.#expectEqual(totals && shownTotals(ENDPOINT_ID, totals), expectedTotals);
  }

  /** Reads all pages of the list; counts them like the statistics. */
  async #checkPages(): Promise<void> {
    if (this.#handled < this.#items.events.length) return;
    const kept = this.#someKept();
    const expected = this.#keptOf(kept).map(({ id }) => id);
    const limit = this.#random.pick([1, 3, 100]);
    const pages = Math.max(1, Math.ceil(expected.length / limit));
    const found: string[] = [];
    for (let page = 1; page <= pages; page++) {
      const head = await lookUp(this.#table, indexHead(ENDPOINT_ID));
      const list = await new SubmissionListPages(this.#table, kept).read(ENDPOINT_ID, { page, limit }, head);
      // A tail of several responses is not counted to its end.
      const isCounted = this.#responseBytes === 1_000_000 || page === pages;
      this.#expectEqual([isCounted ? list.totalPages : pages, list.unreadable], [pages, []]);
      found.push(...list.items.map(({ id }) => id));
    }
    this.#expectEqual(found, expected.sort().reverse());
  }

  #expectEqual(found: unknown, expected: unknown): void {
    if (isDeepStrictEqual(found, expected)) return;
    this.problems.push(`the statistics or pages are ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  }
}

interface Comparison {
  before: Map<string, Known>;
  touched: Set<string>;
  isExact: boolean;
  kept: Kept;
}

const isKeptIn = ({ from, spamFrom }: Kept, { createdAtMs, isSpam }: Known): boolean =>
  placeAtTime(createdAtMs) >= (isSpam ? spamFrom : from);
