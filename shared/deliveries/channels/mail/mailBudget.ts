import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import { submittedAt } from '../../../storage/itemKeys.ts';
import type { Part, RecentSubmissions } from '../../../storage/recentSubmissions.ts';

const HOUR_MS = 3_600_000;

/**
 * How much mail one endpoint may cause. The rule asks what is stored instead of counting what was sent: a submission is
 * announced by itself as long as all of the hour that ends with it, times the recipients, are within the budget. So
 * nothing can be lost between a counter and a mail, and whoever asks again gets the same answer, or a digest.
 */
export class MailBudget {
  readonly #recent: Pick<RecentSubmissions, 'idsUpTo' | 'countUpTo'>;
  readonly #mailsPerHour: number;
  /** Until which time of an id (milliseconds since 1970) an endpoint is over its budget, whatever is read. */
  readonly #overUntil = new Map<string, number>();

  constructor(recent: Pick<RecentSubmissions, 'idsUpTo' | 'countUpTo'>, mailsPerHour: number) {
    this.#recent = recent;
    this.#mailsPerHour = mailsPerHour;
  }

  /**
   * Which of these submissions of an endpoint are announced by themselves; the others are for a digest. A bounded
   * read, or two: where they do not reach far enough, as with more than 4 MB an hour, the budget counts as exceeded. In a flood
   * an instance that has read once need not read again.
   */
  async withinBudget(endpoint: StoredEndpoint, ids: string[]): Promise<Set<string>> {
    const submissionsMax = Math.floor(this.#mailsPerHour / endpoint.targetEmails.length);
    if (submissionsMax === 0) return new Set();
    const flood = `${endpoint.id} ${submissionsMax}`;
    const open = ids.filter((id) => submittedAt(id) >= (this.#overUntil.get(flood) ?? 0)).sort();
    const [oldest, newest] = [open[0], open.at(-1)];
    if (oldest === undefined || newest === undefined) return new Set();
    const from = submittedAt(oldest) - HOUR_MS;
    // Mostly there are so few that nobody need know which.
    const { count, isWhole } = await this.#recent.countUpTo(endpoint.id, from, newest, submissionsMax + 1);
    if (isWhole && count <= submissionsMax) return new Set(open);
    const read = await this.#recent.idsUpTo(endpoint.id, from, newest, submissionsMax + open.length);
    this.#remember(flood, read, submissionsMax);
    return new Set(open.filter((id) => isWithin(id, read, submissionsMax)));
  }

  /** While so many of what was just read are in the hour of a later submission, that one is over the budget, too. */
  #remember(flood: string, { items, isWhole }: Part<string>, submissionsMax: number): void {
    const first = items[submissionsMax] ?? (isWhole ? undefined : items.at(-1));
    if (first === undefined) return;
    if (this.#overUntil.size >= REMEMBERED_MAX) this.#overUntil.clear();
    this.#overUntil.set(flood, submittedAt(first) + HOUR_MS);
  }
}

/** Floods that an instance remembers; what is forgotten is read again. */
const REMEMBERED_MAX = 1_000;

/** Whether a submission and those of the hour before it are no more than these; `items` are newest first. */
function isWithin(id: string, { items, isWhole }: Part<string>, submissionsMax: number): boolean {
  const upTo = items.filter((each) => each <= id);
  const hour = upTo.filter((each) => submittedAt(each) > submittedAt(id) - HOUR_MS);
  return hour.length <= submissionsMax && (isWhole || hour.length < upTo.length);
}
