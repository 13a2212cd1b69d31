import { afterEach, expect, test } from '@jest/globals';
import { encodeTime } from 'ulid';
import { SearchQuery } from '../../../shared/contract/schemas/submissions/search.ts';
import { MailBudget } from '../../../shared/deliveries/channels/mail/budget/mailBudget.ts';
import { indexChanges } from '../../../shared/pageIndex/indexChanges.ts';
import { StatisticsUpdater } from '../../../shared/pageIndex/statisticsUpdater.ts';
import { readHead } from '../../../shared/pageIndex/store.ts';
import { IndexUpdater } from '../../../shared/pageIndex/updater.ts';
import { receiveSubmission } from '../../../shared/receiving/receiveSubmission.ts';
import { SubmissionSearch } from '../../../shared/search/submissionSearch.ts';
import { MinuteCountsStore } from '../../../shared/storage/counters/minuteCounts.ts';
import type { StoredEndpoint } from '../../../shared/storage/endpoints/storedEndpoint.ts';
import { EndpointsWithFilter } from '../../../shared/storage/filter/endpointsWithFilter.ts';
import { Challenges } from '../../../shared/storage/submissions/challenges.ts';
import { RecentSubmissions } from '../../../shared/storage/submissions/recentSubmissions.ts';
import { Submissions } from '../../../shared/storage/submissions/submissions.ts';
import { UploadClaims } from '../../../shared/storage/submissions/uploadClaims.ts';
import { DailySecrets } from '../../../shared/storage/table/dailySecrets.ts';
import { endpointKey, submittedAt } from '../../../shared/storage/table/itemKeys.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { MemoryItems, type StreamEvent } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import { Random } from '../../support/simulator/random.ts';
import { bytesOf } from '../../support/simulator/tableLimits.ts';
import { changesOf } from '../schedules/streamChanges.ts';

const POSTS = IS_LONG ? 100_000 : 500;
const TIMEOUT_MS = IS_LONG ? 3_600_000 : 120_000;
const START_MS = Date.UTC(2026, 0, 30);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** About half of the submissions are within it. */
const MAILS_PER_HOUR = 12;
const LAST_TIME = 2 ** 48 - 1;
const ENDPOINT_ID = 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const WORDS = ['lovelace', 'turing', 'hopper', 'hamilton'];

const { now } = Date;
afterEach(() => {
  Date.now = now;
});

type Name = { _id: string } | { key: string };

/** A name with a time of any year, of a clock that is off by up to ten minutes, or without one. */
function nameOf(random: Random, i: number, nowMs: number): Name {
  if (random.chance(0.2)) return { key: `order ${i}` };
  const offsetMs = random.pick([10 * MINUTE_MS, 10 * DAY_MS]) * (2 * random.next() - 1);
  const time = random.chance(0.5) ? Math.floor(random.next() * LAST_TIME) : Math.floor(nowMs + offsetMs);
  return { _id: `${encodeTime(time, 10)}${String(i).padStart(16, '0')}` };
}

/** An endpoint. All get the same posts at the same times; only some get names with the strangers' posts. */
class Endpoint {
  readonly ids: string[] = [];
  /** When they arrived, in milliseconds since 1970. */
  readonly times: number[] = [];
  /** Calls and units: of requests of strangers and others, of the index, the mail budget, and of searches. */
  readonly spent = { ofStrangers: [0, 0], ofOthers: [0, 0], ofIndex: [0, 0], ofBudget: [0, 0], ofSearches: [0, 0] };
  /** Positions of submissions that get mails of their own. */
  readonly mailed: number[] = [];
  readonly found: number[][] = [];
  #spending: number[] = [];
  readonly #areNamed: boolean;
  readonly #items = new MemoryItems();
  readonly #table = new MemoryTable(this.#items, {
    point: async () => this.#spend(1, 0),
    onRead: (items) => this.#spend(0, Math.ceil(items.reduce((sum, item) => sum + bytesOf(item), 1) / 4_096)),
  });
  readonly #names: { name: Name; at: number; i: number }[] = [];
  readonly #updater = new IndexUpdater(this.#table, { segment: 4, open: 4, page: 16, growth: 1 });
  readonly #statistics = new StatisticsUpdater(this.#table);
  readonly #budget = new MailBudget({
    recent: new RecentSubmissions(this.#table),
    counts: new MinuteCountsStore(this.#table),
    ownMails: () => Promise.reject(new Error('none is late')),
    mailsPerHour: MAILS_PER_HOUR,
    now: () => Date.now(),
  });
  #judged = 0;
  #handled = 1;

  constructor(areNamed: boolean) {
    this.#areNamed = areNamed;
  }

  async run(): Promise<this> {
    const [random, naming] = [new Random(1), new Random(2)];
    let nowMs = START_MS;
    // A mock would remember millions of calls.
    Date.now = () => nowMs;
    const endpoint = { id: ENDPOINT_ID, workspaceId: 'ws_1', targetEmails: [], emailNotifications: false };
    await this.#table.put({ ...endpointKey(ENDPOINT_ID), ...endpoint }, {});
    for (let i = 0; i < POSTS; i++) {
      nowMs += 1 + random.below(random.pick([10, 2_000, 2_000, 30 * MINUTE_MS]));
      const [isStranger, word] = [random.chance(0.8), random.pick(WORDS)];
      const name = isStranger && this.#areNamed ? nameOf(naming, i, nowMs) : undefined;
      this.#spending = isStranger ? this.spent.ofStrangers : this.spent.ofOthers;
      const { submission } = await this.#post({ message: `${word} ${i}` }, name);
      this.times.push(nowMs);
      if (name) this.#names.push({ name, at: nowMs, i });
      this.ids.push(submission.id);
      if (random.chance(0.01)) await this.#searchFor(word);
      if (random.chance(0.1)) await this.#follow();
      if (random.chance(0.2)) await this.#notify(nowMs);
      if (this.#areNamed) await this.#replay(naming, nowMs);
    }
    return this;
  }

  /** Sends an earlier submission once more, within the day for which all names are kept. */
  async #replay(random: Random, nowMs: number): Promise<void> {
    if (!random.chance(0.1)) return;
    const recent = this.#names.filter(({ at }) => nowMs - at < DAY_MS);
    this.#names.splice(0, this.#names.length - recent.length);
    if (recent.length === 0) return;
    const { name, i } = random.pick(recent);
    const first = this.#items.partition(endpointKey(ENDPOINT_ID).PK);
    this.#spending = [0, 0];
    const data = String([...first.between(`SUB#${this.ids[i]}`, `SUB#${this.ids[i]}`, { isForward: true })][0]?.data);
    const { submission, isReplayed } = await this.#post(JSON.parse(data), name);
    expect([submission.id, isReplayed]).toEqual([this.ids[i], true]);
  }

  #spend(calls: number, units: number): void {
    this.#spending[0] = (this.#spending[0] ?? 0) + calls;
    this.#spending[1] = (this.#spending[1] ?? 0) + units;
  }

  #post(data: { message: string }, name: Name | undefined) {
    const sent = {
      endpointId: ENDPOINT_ID,
      body: name && '_id' in name ? { ...data, ...name } : data,
      headers: name && 'key' in name ? { 'idempotency-key': name.key } : {},
      location: 'Unknown',
      sourceIp: '192.0.2.1',
    };
    const table = this.#table;
    return receiveSubmission(sent, {
      table,
      endpointsWithFilter: new EndpointsWithFilter(table),
      submissions: new Submissions(table),
      dailySecrets: new DailySecrets(table),
      challenges: new Challenges(table),
      uploadClaims: new UploadClaims(table),
      verifier: { verify: () => Promise.reject(new Error('no captcha')) },
      fileReceiver: () => Promise.reject(new Error('no files')),
      fieldCheck: () => Promise.reject(new Error('no rules')),
      siteUrl: 'https://forms.example.com',
    });
  }

  async #follow(): Promise<void> {
    this.#spending = this.spent.ofIndex;
    const events = this.#items.events.slice(this.#handled) as StreamEvent[];
    this.#handled = this.#items.events.length;
    const changes = events.filter(({ SK }) => SK.startsWith('SUB#')).flatMap((event) => changesOf(event));
    await indexChanges(ENDPOINT_ID, changes, {
      endpointExists: async () => true,
      updater: this.#updater,
      statistics: this.#statistics,
      startRemoval: async () => undefined,
    });
  }

  async #notify(nowMs: number): Promise<void> {
    this.#spending = this.spent.ofBudget;
    const asked = this.ids
      .slice(this.#judged)
      .map((id) => ({ id, storedBefore: Math.min(submittedAt(id) + 1_000, nowMs) }));
    const endpoint = { id: ENDPOINT_ID, targetEmails: ['a@example.com'] } as StoredEndpoint;
    const within = await this.#budget.withinBudget(endpoint, asked);
    this.mailed.push(...asked.flatMap(({ id }, i) => (within.has(id) ? [this.#judged + i] : [])));
    this.#judged = this.ids.length;
  }

  /** The newest ones with a word, one of which was just acknowledged. */
  async #searchFor(word: string): Promise<void> {
    this.#spending = this.spent.ofSearches;
    const query = SearchQuery.parse({ query: word, limit: '20' });
    const head = await readHead(this.#table, ENDPOINT_ID);
    const { submissions } = await new SubmissionSearch(this.#table).search({ endpointId: ENDPOINT_ID, query, head });
    const found = submissions.map(({ id }) => this.ids.lastIndexOf(id));
    expect(found[0]).toBe(this.ids.length - 1);
    this.found.push(found);
  }
}

test(
  `${POSTS} random names change no time, order, search, mail or cost, except for one write each`,
  async () => {
    const [plain, named] = [await new Endpoint(false).run(), await new Endpoint(true).run()];
    expect(named.ids).toEqual([...named.ids].sort());
    for (const { ids, times } of [plain, named]) expect(ids.map(submittedAt)).toEqual(times);
    expect(named.times).toEqual(plain.times);
    expect(named.found).toEqual(plain.found);
    expect(named.mailed).toEqual(plain.mailed);
    expect(plain.mailed.length / POSTS).toBeGreaterThan(0.2);
    expect(plain.mailed.length / POSTS).toBeLessThan(0.9);
    const { ofStrangers, ...ofOthers } = named.spent;
    const { ofStrangers: ofUnnamed, ...ofSameOthers } = plain.spent;
    expect(ofOthers).toEqual(ofSameOthers);
    const strangers = (ofUnnamed[0] as number) / 2;
    expect(ofStrangers).toEqual([3 * strangers, ofUnnamed[1]]);
  },
  TIMEOUT_MS,
);
