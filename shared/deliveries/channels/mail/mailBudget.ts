import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import { submittedAt } from '../../../storage/itemKeys.ts';
import type { Part, RecentSubmissions } from '../../../storage/recentSubmissions.ts';

const HOUR_MS = 3_600_000;

/**
 * Limits the mails that one endpoint can cause. It counts stored submissions instead of sent mails: a submission gets
 * its own mail if all submissions of the hour before it, times the recipients, are within the budget. So no counter can
 * get out of step with the mails, and a retry gets the same result, or a digest.
 */
export class MailBudget {
  readonly #recent: Pick<RecentSubmissions, 'idsUpTo' | 'countUpTo'>;
  readonly #mailsPerHour: number;
  /** Behind which submission, and until when (milliseconds since 1970), an endpoint certainly exceeds its budget. */
  readonly #over = new Map<string, { after: string; untilMs: number }>();

  constructor(recent: Pick<RecentSubmissions, 'idsUpTo' | 'countUpTo'>, mailsPerHour: number) {
    this.#recent = recent;
    this.#mailsPerHour = mailsPerHour;
  }

  /**
   * Which submissions of an endpoint get their own mails; the others go to a digest. One bounded read, or two: if they
   * do not reach back far enough, as with more than 4 MB an hour, the budget counts as exceeded. In a flood an instance
   * that has read once can skip further reads.
   */
  async withinBudget(endpoint: StoredEndpoint, ids: string[]): Promise<Set<string>> {
    const submissionsMax = Math.floor(this.#mailsPerHour / endpoint.targetEmails.length);
    if (submissionsMax === 0) return new Set();
    const flood = `${endpoint.id} ${submissionsMax}`;
    const { after = '', untilMs = 0 } = this.#over.get(flood) ?? {};
    const open = ids.filter((id) => id <= after || submittedAt(id) >= untilMs).sort();
    const [oldest, newest] = [open[0], open.at(-1)];
    if (oldest === undefined || newest === undefined) return new Set();
    const from = submittedAt(oldest) - HOUR_MS;
    // Usually there are so few that a count is enough.
    const { count, isWhole } = await this.#recent.countUpTo(endpoint.id, from, newest, submissionsMax + 1);
    if (isWhole && count <= submissionsMax) return new Set(open);
    const read = await this.#recent.idsUpTo(endpoint.id, from, newest, submissionsMax + open.length);
    this.#remember(flood, read, submissionsMax);
    return new Set(open.filter((id) => isWithin(id, read, submissionsMax)));
  }

  /**
   * If all items just read are within the hour before a later submission, that one exceeds the budget, too. Earlier
   * ones, which a retry may bring, are read again for the same result.
   */
  #remember(flood: string, { items, isWhole }: Part<string>, submissionsMax: number): void {
    const first = items[submissionsMax] ?? (isWhole ? undefined : items.at(-1));
    const [newest] = items;
    if (first === undefined || newest === undefined) return;
    if (this.#over.size >= REMEMBERED_MAX) this.#over.clear();
    this.#over.set(flood, { after: newest, untilMs: submittedAt(first) + HOUR_MS });
  }
}

/** The number of floods that an instance remembers; forgotten ones are read again. */
const REMEMBERED_MAX = 1_000;

/** Whether a submission and those of the hour before it are within the limit; `items` are newest first. */
function isWithin(id: string, { items, isWhole }: Part<string>, submissionsMax: number): boolean {
  const upTo = items.filter((each) => each <= id);
  const hour = upTo.filter((each) => submittedAt(each) > submittedAt(id) - HOUR_MS);
  return hour.length <= submissionsMax && (isWhole || hour.length < upTo.length);
}
