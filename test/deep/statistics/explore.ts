import { isDeepStrictEqual } from 'node:util';
import { encodeTime } from 'ulid';
import { SPAM_REASONS } from '../../../shared/contract/schemas/spamReasons.ts';
import { buildIndex } from '../../../shared/pageIndex/buildIndex.ts';
import { INDEX_SIZES, type IndexSizes } from '../../../shared/pageIndex/segments.ts';
import { firstOfDays, shownStatistics, shownTotals } from '../../../shared/pageIndex/shownStatistics.ts';
import { StatisticsReader } from '../../../shared/pageIndex/statisticsReader.ts';
import { ABSENT } from '../../../shared/storage/expressions.ts';
import { endpointKey, statisticsKey, submissionKey } from '../../../shared/storage/itemKeys.ts';
import { addMailCounts, type MailCounts } from '../../../shared/storage/mailCounts.ts';
import { Submissions } from '../../../shared/storage/submissions.ts';
import { idOf, MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import type { Random } from '../../support/simulator/random.ts';
import type { ScheduleMutant } from '../schedules/simulation.ts';
import { changesOf } from '../schedules/streamChanges.ts';
import { expectedStatistics, type Known } from './model.ts';
import { type Mishap, UnreliableConsumer } from './unreliableConsumer.ts';

const ENDPOINT_IDS = ['enp_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAW'] as const;
type EndpointId = (typeof ENDPOINT_IDS)[number];

const START_MS = Date.UTC(2026, 0, 30);
const MINUTE_MS = 60_000;
/** How far a clock may be behind another. */
const LATE_MAX_MS = 20_000;
const DAYS_MAX = 366;
const BATCH_MAX = 20;
const DIGITS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];

export type Counts = Record<'creates' | 'marks' | 'deletes' | 'mails' | 'rewinds' | 'builds' | 'checks', number> &
  Partial<Record<Mishap, number>>;

/** What is known of an endpoint without the index. */
interface Truth {
  submissions: Map<string, Known>;
  mails: MailCounts;
}

/** Two endpoints whose submissions come, are marked and go, and whose statistics are compared with a plain list. */
export class CountedEndpoints {
  readonly problems: string[] = [];
  readonly #counts: Counts = { creates: 0, marks: 0, deletes: 0, mails: 0, rewinds: 0, builds: 0, checks: 0 };
  readonly #random: Random;
  readonly #items = new MemoryItems();
  readonly #table = new MemoryTable(this.#items);
  readonly #consumer: UnreliableConsumer;
  readonly #sizes: IndexSizes;
  readonly #submissionsMax: number;
  readonly #gapMs: number;
  readonly #truth = Object.fromEntries(
    ENDPOINT_IDS.map((id) => [id, { submissions: new Map(), mails: { sent: 0, failed: 0, inDigests: 0 } }]),
  ) as Record<EndpointId, Truth>;
  #nowMs = START_MS;
  #isChanging = false;
  /** Events of the stream that were handled. */
  #handled = 0;

  constructor(random: Random, mutant?: ScheduleMutant) {
    this.#random = random;
    const tiny = {
      segment: random.pick([1, 2, 4]),
      open: random.pick([1, 2, 4]),
      page: random.pick([2, 4]),
      growth: 1,
    };
    this.#sizes = random.chance(0.25) ? INDEX_SIZES : tiny;
    this.#submissionsMax = random.pick([10, 60, 200]);
    this.#gapMs = random.pick([1, 1_000, 60 * MINUTE_MS]);
    this.#consumer = new UnreliableConsumer({
      random,
      items: this.#items,
      sizes: this.#sizes,
      now: () => this.#nowMs,
      meanwhile: async () => {
        if (!this.#isChanging && random.chance(0.05)) await this.#change();
      },
      mutant,
    });
  }

  get counts(): Counts {
    return { ...this.#counts, ...this.#consumer.mishaps };
  }

  get #changes(): number {
    const { creates, marks, deletes } = this.#counts;
    return creates + marks + deletes;
  }

  async run(changes: number): Promise<void> {
    const random = this.#random;
    for (const id of ENDPOINT_IDS) await this.#table.put({ ...endpointKey(id), id }, ABSENT);
    while (this.#changes < changes && this.problems.length === 0) {
      for (let some = random.below(12); some > 0; some--) await this.#change();
      if (random.chance(0.7)) await this.#deliver();
      if (random.chance(0.1)) await this.#check();
    }
    await this.#check();
  }

  /** One change after the other, so that the plain list is the truth at any time. */
  async #change(): Promise<void> {
    this.#isChanging = true;
    await this.#changeSomething();
    this.#isChanging = false;
  }

  async #changeSomething(): Promise<void> {
    const random = this.#random;
    const endpointId = random.pick(ENDPOINT_IDS);
    const { submissions } = this.#truth[endpointId];
    const known = submissions.size > 0 ? random.pick([...submissions.values()]) : undefined;
    if (random.chance(0.1)) return this.#countMails(endpointId);
    if (random.chance(0.003)) return this.#build(endpointId);
    if (!known || (submissions.size < this.#submissionsMax && random.chance(0.5))) return this.#create(endpointId);
    if (random.chance(0.3)) return this.#delete(endpointId, known);
    return this.#mark(endpointId, known);
  }

  async #create(endpointId: EndpointId): Promise<void> {
    const random = this.#random;
    this.#counts.creates++;
    this.#nowMs += random.below(2 * this.#gapMs);
    const createdAtMs = this.#nowMs - (random.chance(0.1) ? random.below(LATE_MAX_MS) : 0);
    // Few first digits, so that some have the same mark.
    const rest = Array.from({ length: 16 }, (_, i) => random.pick(i < 2 ? ['0', '1'] : DIGITS)).join('');
    const id = `sub_${encodeTime(createdAtMs, 10)}${rest}`;
    const reason = random.chance(0.3) ? random.pick(SPAM_REASONS) : undefined;
    const spam = reason && { isSpam: true, isHeld: true, spamReason: `${reason}:what was found` };
    this.#truth[endpointId].submissions.set(id, { id, createdAtMs, isRead: false, isSpam: !!reason, reason });
    await this.#table.put({ ...submissionKey(endpointId, id), data: '{}', location: 'Unknown', ...spam }, ABSENT);
  }

  async #mark(endpointId: EndpointId, known: Known): Promise<void> {
    const random = this.#random;
    this.#counts.marks++;
    const isRead = { isRead: random.chance(0.5) };
    const isSpam = { isSpam: random.chance(0.5) };
    const flags = random.pick([isRead, isSpam, { ...isRead, ...isSpam }]);
    // A person's word takes the reason away.
    const word = 'isSpam' in flags ? { reason: undefined } : {};
    this.#truth[endpointId].submissions.set(known.id, { ...known, ...flags, ...word });
    await new Submissions(this.#table).update({ id: endpointId }, known.id, flags);
  }

  async #delete(endpointId: EndpointId, { id }: Known): Promise<void> {
    this.#counts.deletes++;
    this.#truth[endpointId].submissions.delete(id);
    await new Submissions(this.#table).delete(endpointId, id);
  }

  /** Counts some mails, which happens only where there are statistics. */
  async #countMails(endpointId: EndpointId): Promise<void> {
    this.#counts.mails++;
    const { mails } = this.#truth[endpointId];
    const name = this.#random.pick(['sent', 'failed', 'inDigests'] as const);
    const times = 1 + this.#random.below(3);
    if (this.#items.state().has(idOf(statisticsKey(endpointId)))) mails[name] += times;
    await addMailCounts(this.#table, endpointId, { sent: 0, failed: 0, inDigests: 0, [name]: times });
  }

  /** The operator's command, beside everything else. */
  async #build(endpointId: EndpointId): Promise<void> {
    this.#counts.builds++;
    const options = { recount: this.#random.chance(0.5), sizes: this.#sizes, now: () => this.#nowMs };
    await buildIndex(this.#table, endpointId, { ...options, onPart: () => undefined });
  }

  /** The stream brings a batch: again if it was not handled, and now and then some of those before it. */
  async #deliver(): Promise<void> {
    const { events } = this.#items;
    const random = this.#random;
    const end = Math.min(events.length, this.#handled + 1 + random.below(BATCH_MAX));
    const batch = events.slice(this.#handled, end).flatMap(changesOf);
    if (!(await this.#consumer.handle(batch))) return;
    this.#handled = end;
    if (!random.chance(0.03)) return;
    this.#counts.rewinds++;
    this.#handled = Math.max(0, end - random.below(3 * BATCH_MAX));
  }

  /** Once the stream is handled, statistics are the truth. */
  async #check(): Promise<void> {
    while (this.#handled < this.#items.events.length) await this.#deliver();
    this.#counts.checks++;
    const reader = new StatisticsReader(this.#table);
    const days = this.#random.pick([1, 30, DAYS_MAX]);
    const fromDay = firstOfDays(days, this.#nowMs);
    const totals = await reader.totalsOf(ENDPOINT_IDS);
    for (const [i, id] of ENDPOINT_IDS.entries()) {
      const { submissions, mails } = this.#truth[id];
      const expected = expectedStatistics(id, [...submissions.values()], { mails, days, nowMs: this.#nowMs });
      const counts = await reader.read(id, await reader.begin(id), fromDay);
      this.#compare(
        shownStatistics(id, { ...counts, corrected: undefined, filterPause: undefined }, { fromDay, days }),
        expected,
      );
      const { days: _days, spamReasons: _reasons, mails: _mails, ...expectedTotals } = expected;
      this.#compare(totals[i] && shownTotals(id, totals[i]), expectedTotals);
    }
  }

  #compare(found: unknown, expected: unknown): void {
    if (isDeepStrictEqual(found, expected)) return;
    this.problems.push(`${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  }
}
