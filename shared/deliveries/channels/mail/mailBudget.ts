import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import { submittedAt } from '../../../storage/itemKeys.ts';
import { MINUTE_MS, type MinuteCounts, type MinuteCountsStore } from '../../../storage/minuteCounts.ts';
import type { RecentSubmissions } from '../../../storage/recentSubmissions.ts';
import {
  busySince,
  countsUpTo,
  hourStartOf,
  isWithin,
  minuteOf,
  type ReceivedSubmissions,
} from './receivedSubmissions.ts';

const HOUR_MS = 60 * MINUTE_MS;
/** Submissions to read before looking for counts: most endpoints get fewer in an hour. */
const FIRST_MAX = 32;
/** New counts are stored once they include this many more submissions: a write costs about as much as reading them. */
const FOLDED_MIN = 64;
/** The last minutes are not counted: their submissions may still be on their way into the table. */
const OPEN_MINUTES = 2;

/** The submissions of one decision, oldest and newest, their number, and how many may get their own mails in an hour. */
interface Question {
  oldest: string;
  newest: string;
  asked: number;
  max: number;
}

/**
 * Limits the mails that one endpoint can cause. It counts stored submissions instead of sent mails: a submission gets
 * its own mail if all submissions of the hour before it, times the recipients, are within the budget. So no counter can
 * get out of step with the mails, and a retry gets the same result, or a digest. Busy endpoints have counts by minute, which are
 * derived from the stored submissions, so that only the newest are read.
 */
export class MailBudget {
  readonly #recent: Pick<RecentSubmissions, 'idsUpTo'>;
  readonly #counts: Pick<MinuteCountsStore, 'find' | 'put'>;
  readonly #mailsPerHour: number;
  readonly #now: () => number;
  /**
   * The submission after which, and the time until which (milliseconds since 1970), an endpoint certainly exceeds its
   * budget.
   */
  readonly #over = new Map<string, { after: string; untilMs: number }>();

  constructor(
    recent: Pick<RecentSubmissions, 'idsUpTo'>,
    counts: Pick<MinuteCountsStore, 'find' | 'put'>,
    mailsPerHour: number,
    now: () => number = Date.now,
  ) {
    this.#recent = recent;
    this.#counts = counts;
    this.#mailsPerHour = mailsPerHour;
    this.#now = now;
  }

  /**
   * Which submissions of an endpoint get their own mails; the others go to a digest. The reads are bounded: if they do not reach
   * back far enough, as with more than 4 MB an hour, the budget counts as exceeded. In a flood an instance that has read once can
   * skip further reads.
   */
  async withinBudget(endpoint: StoredEndpoint, ids: string[]): Promise<Set<string>> {
    const max = Math.floor(this.#mailsPerHour / endpoint.targetEmails.length);
    if (max === 0) return new Set();
    const flood = `${endpoint.id} ${max}`;
    const { after = '', untilMs = 0 } = this.#over.get(flood) ?? {};
    const open = ids.filter((id) => id <= after || submittedAt(id) >= untilMs).sort();
    const [oldest, newest] = [open[0], open.at(-1)];
    if (oldest === undefined || newest === undefined) return new Set();
    const received = await this.#received(endpoint.id, { oldest, newest, asked: open.length, max });
    this.#remember(flood, newest, busySince(received, max));
    return new Set(open.filter((id) => isWithin(id, received, max)));
  }

  async #received(endpointId: string, question: Question): Promise<ReceivedSubmissions> {
    const { oldest, newest, asked, max } = question;
    const start = hourStartOf(oldest);
    const first = await this.#read(endpointId, start, newest, Math.min(FIRST_MAX, max) + asked);
    const last = first.ids.at(-1);
    if (first.from === start || last === undefined || FIRST_MAX >= max) return first;
    const stored = await this.#counts.find(endpointId);
    const end = stored && endOf(stored);
    // Counts that extend past the oldest submission cannot decide about it.
    const older = end !== undefined && start < end && end <= minuteOf(oldest) ? stored : undefined;
    const from = older ? endOf(older) : start;
    const rest = from < first.from ? await this.#read(endpointId, from, last, max + asked) : { ids: [], from };
    const ids = [...first.ids, ...rest.ids.filter((id) => id < last)];
    const received = { ids, from: rest.from, older: rest.from === from ? older : undefined };
    await this.#store(endpointId, question, received, end);
    return received;
  }

  /** The submissions from a minute on, but at most `limit` of the newest. */
  async #read(endpointId: string, from: number, newest: string, limit: number): Promise<ReceivedSubmissions> {
    const { items: ids, isWhole } = await this.#recent.idsUpTo(endpointId, from * MINUTE_MS, newest, limit);
    const last = ids.at(-1);
    return { ids, from: isWhole || last === undefined ? from : minuteOf(last) + 1 };
  }

  /** Stores counts that extend past the stored ones, if that saves reading enough submissions. */
  async #store(endpointId: string, { newest }: Question, received: ReceivedSubmissions, storedEnd = 0): Promise<void> {
    const end = Math.min(minuteOf(newest), Math.floor(this.#now() / MINUTE_MS)) - OPEN_MINUTES;
    const from = Math.max(storedEnd, received.from);
    const folded = received.ids.filter((id) => minuteOf(id) >= from && minuteOf(id) < end).length;
    if (folded >= FOLDED_MIN) await this.#counts.put(endpointId, countsUpTo(end, newest, received));
  }

  /**
   * If the hour before the newest submission already exceeds the limit, so does every later one until that hour has
   * passed. Earlier ones, which a retry may deliver, are read again and get the same result.
   */
  #remember(flood: string, newest: string, sinceMs: number | undefined): void {
    if (sinceMs === undefined) return;
    if (this.#over.size >= REMEMBERED_MAX) this.#over.clear();
    this.#over.set(flood, { after: newest, untilMs: sinceMs + HOUR_MS });
  }
}

const endOf = ({ since, counts }: MinuteCounts): number => since + counts.length;

/** The number of floods that an instance remembers; forgotten ones are read again. */
const REMEMBERED_MAX = 1_000;
