import { MINUTE_MS, type MinuteCounts, type MinuteCountsStore } from '../../../../storage/counters/minuteCounts.ts';
import type { StoredEndpoint } from '../../../../storage/endpoints/storedEndpoint.ts';
import type { Period, RecentSubmissions } from '../../../../storage/submissions/recentSubmissions.ts';
import { submittedAt } from '../../../../storage/table/itemKeys.ts';
import { arrivalOf } from '../../../events.ts';
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
/** Time before submissions are read again after a page of only held ones. */
const HIDDEN_MS = 15 * MINUTE_MS;

/** A submission to decide about. */
export interface Asked {
  id: string;
  /** A time by which it was certainly stored, in milliseconds since 1970. */
  storedBefore: number;
}

/** Lists the submission of each mail about a single one in a period, at most `limit` mails. */
export type OwnMails = (endpointId: string, period: Period, limit: number) => Promise<string[]>;

/** The submissions of one decision, oldest and newest, their number, and how many may get their own mails in an hour. */
interface Question {
  oldest: string;
  newest: string;
  asked: number;
  max: number;
}

export interface MailBudgetDependencies {
  recent: Pick<RecentSubmissions, 'idsUpTo'>;
  counts: Pick<MinuteCountsStore, 'find' | 'put'>;
  ownMails: OwnMails;
  mailsPerHour: number;
  now?: () => number;
}

/**
 * Limits the mails that one endpoint can cause. It counts stored submissions instead of sent mails: a submission gets
 * its own mail if all submissions of the hour before it, times the recipients, are within the budget. So no counter can
 * get out of step with the mails, and a retry gets the same result, or a digest. Busy endpoints have counts by minute, which are
 * derived from the stored submissions, so that only the newest are read.
 *
 * Recorded mails are counted instead, an hour before and after, where submissions cannot tell: if so much was held as spam
 * that the others could not be read, and for one that was confirmed or released long after its id, since others of its hour
 * may follow in any order.
 */
export class MailBudget {
  readonly #recent: Pick<RecentSubmissions, 'idsUpTo'>;
  readonly #counts: Pick<MinuteCountsStore, 'find' | 'put'>;
  readonly #ownMails: OwnMails;
  readonly #mailsPerHour: number;
  readonly #now: () => number;
  /**
   * The submission after which, and the time until which (milliseconds since 1970), an endpoint certainly exceeds its
   * budget.
   */
  readonly #over = new Map<string, { after: string; untilMs: number }>();
  /** Until when (milliseconds since 1970) an endpoint's submissions are not read, since held ones hide them. */
  readonly #hidden = new Map<string, number>();

  constructor({ recent, counts, ownMails, mailsPerHour, now = Date.now }: MailBudgetDependencies) {
    this.#recent = recent;
    this.#counts = counts;
    this.#ownMails = ownMails;
    this.#mailsPerHour = mailsPerHour;
    this.#now = now;
  }

  /**
   * Which submissions of an endpoint get their own mails; the others go to a digest. The reads are bounded. In a flood an
   * instance that has read once can skip further reads.
   */
  async withinBudget(endpoint: StoredEndpoint, asked: readonly Asked[]): Promise<Set<string>> {
    const max = Math.floor(this.#mailsPerHour / endpoint.targetEmails.length);
    if (max === 0) return new Set();
    const isLate = ({ id, storedBefore }: Asked) => arrivalOf({ at: submittedAt(id), storedBefore }) !== undefined;
    const idsOf = (some: readonly Asked[]) => some.map(({ id }) => id).sort();
    const { within, unknown } = await this.#judge(endpoint.id, idsOf(asked.filter((each) => !isLate(each))), max);
    const late = idsOf(asked.filter(isLate)).map((id) => [id]);
    for (const ids of unknown.length > 0 ? [unknown, ...late] : late) await this.#judgeByMails(endpoint, ids, within);
    return within;
  }

  /** Judges by submissions, oldest first. */
  async #judge(endpointId: string, ids: string[], max: number): Promise<{ within: Set<string>; unknown: string[] }> {
    const flood = `${endpointId} ${max}`;
    const { after = '', untilMs = 0 } = this.#over.get(flood) ?? {};
    const open = ids.filter((id) => id <= after || submittedAt(id) >= untilMs);
    const [oldest, newest] = [open[0], open.at(-1)];
    if (oldest === undefined || newest === undefined) return { within: new Set(), unknown: [] };
    if (this.#now() < (this.#hidden.get(endpointId) ?? 0)) return { within: new Set(), unknown: open };
    const received = await this.#received(endpointId, { oldest, newest, asked: open.length, max });
    remember(this.#over, flood, overFrom(newest, busySince(received, max)));
    const judged = open.map((id) => [id, isWithin(id, received, max)] as const);
    const unknown = judged.flatMap(([id, isKnown]) => (isKnown === undefined ? [id] : []));
    if (unknown.length > 0) remember(this.#hidden, endpointId, this.#now() + HIDDEN_MS);
    return { within: new Set(judged.flatMap(([id, is]) => (is === true ? [id] : []))), unknown };
  }

  /** Adds those to `within` for which the recorded mails of their hour, and of the hour after, leave room. */
  async #judgeByMails({ id: endpointId, targetEmails }: StoredEndpoint, ids: string[], within: Set<string>) {
    const times = ids.map(submittedAt);
    const period = { fromMs: Math.min(...times) - HOUR_MS, endMs: Math.max(...times) + HOUR_MS };
    const mails = await this.#ownMails(endpointId, period, this.#mailsPerHour + 1);
    const mailed = new Set(mails);
    const isNear = (id: string) => submittedAt(id) >= period.fromMs && submittedAt(id) < period.endMs;
    const planned = [...within].filter((id) => isNear(id) && !mailed.has(id)).length;
    let left = this.#mailsPerHour - mails.length - planned * targetEmails.length;
    for (const id of ids) {
      // A retry finds its mails.
      if (!mailed.has(id)) left -= targetEmails.length;
      if (mailed.has(id) || left >= 0) within.add(id);
    }
  }

  async #received(endpointId: string, question: Question): Promise<ReceivedSubmissions> {
    const { oldest, newest, asked, max } = question;
    const start = hourStartOf(oldest);
    const first = await this.#read(endpointId, start, newest, Math.min(FIRST_MAX, max) + asked);
    const last = first.ids.at(-1);
    if (first.from === start || last === undefined || FIRST_MAX >= max) return first;
    const stored = await this.#counts.find(endpointId);
    const end = stored && endOf(stored);
    // Counts that begin after its hour, or extend past the oldest submission, cannot decide about it.
    const older =
      stored && end !== undefined && stored.since <= start && start < end && end <= minuteOf(oldest)
        ? stored
        : undefined;
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
}

/**
 * If the hour before the newest submission already exceeds the limit, so does every later one until that hour has
 * passed. Earlier ones, which a retry may deliver, are read again and get the same result.
 */
const overFrom = (newest: string, sinceMs: number | undefined) =>
  sinceMs === undefined ? undefined : { after: newest, untilMs: sinceMs + HOUR_MS };

function remember<Value>(all: Map<string, Value>, name: string, value: Value | undefined): void {
  if (value === undefined) return;
  if (all.size >= REMEMBERED_MAX) all.clear();
  all.set(name, value);
}

const endOf = ({ since, counts }: MinuteCounts): number => since + counts.length;

/** The number of floods that an instance remembers; forgotten ones are read again. */
const REMEMBERED_MAX = 1_000;
