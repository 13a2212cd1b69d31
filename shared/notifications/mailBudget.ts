import type { StoredEndpoint } from '../repositories/endpoints.ts';
import { submittedAt } from '../repositories/itemKeys.ts';
import type { RecentSubmissions } from '../repositories/recentSubmissions.ts';

const HOUR_MS = 3_600_000;

/**
 * How much mail one endpoint may cause. The rule asks what is stored instead of counting what was sent: a submission is
 * announced by itself as long as all of the hour that ends with it, times the recipients, are within the budget. So it
 * gives the same answer however often it is asked, and nothing can be lost between a counter and a mail.
 */
export class MailBudget {
  readonly #recent: Pick<RecentSubmissions, 'idsUpTo'>;
  readonly #mailsPerHour: number;

  constructor(recent: Pick<RecentSubmissions, 'idsUpTo'>, mailsPerHour: number) {
    this.#recent = recent;
    this.#mailsPerHour = mailsPerHour;
  }

  /**
   * Which of these submissions of an endpoint are announced by themselves; the others are for a digest. One bounded
   * read: where it does not reach far enough, as with more than 4 MB an hour, the budget counts as exceeded.
   */
  async withinBudget(endpoint: StoredEndpoint, ids: string[]): Promise<Set<string>> {
    const submissionsMax = Math.floor(this.#mailsPerHour / endpoint.targetEmails.length);
    const sorted = [...ids].sort();
    const [oldest = '', newest = ''] = [sorted[0], sorted.at(-1)];
    const from = submittedAt(oldest) - HOUR_MS;
    const { items, isWhole } = await this.#recent.idsUpTo(endpoint.id, from, newest, submissionsMax + ids.length);
    const isWithin = (id: string): boolean => {
      const upTo = items.filter((each) => each <= id);
      const hour = upTo.filter((each) => submittedAt(each) > submittedAt(id) - HOUR_MS);
      return hour.length <= submissionsMax && submissionsMax > 0 && (isWhole || hour.length < upTo.length);
    };
    return new Set(ids.filter(isWithin));
  }
}
