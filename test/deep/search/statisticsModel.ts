import { SPAM_REASONS } from '../../../shared/contract/schemas/submissions/spamReasons.ts';
import type { EndpointStatistics } from '../../../shared/contract/schemas/submissions/statistics.ts';
import type { MailCounts } from '../../../shared/storage/counters/mailCounts.ts';
import type { Known } from './model.ts';

const DAY_MS = 86_400_000;
const dateOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** The expected statistics: from all submissions, without index or table. */
export function expectedStatistics(
  endpointId: string,
  all: readonly Known[],
  { mails, days, nowMs }: { mails: MailCounts; days: number; nowMs: number },
): EndpointStatistics {
  const spam = all.filter(({ isSpam }) => isSpam);
  const newestMs = Math.max(...all.map(({ createdAtMs }) => createdAtMs));
  const commonest = SPAM_REASONS.map((reason) => ({
    reason,
    submissions: spam.filter((known) => known.reason === reason).length,
  }));
  const [allByDate, spamByDate] = [countByDate(all), countByDate(spam)];
  return {
    endpointId,
    submissions: all.length,
    unread: all.filter(({ isRead }) => !isRead).length,
    unreadSpam: spam.filter(({ isRead }) => !isRead).length,
    spam: spam.length,
    ...(all.length > 0 && {
      lastSubmissionAt: `${new Date(newestMs).toISOString().replace('T', ' ').slice(0, -1)}000`,
    }),
    days: Array.from({ length: days }, (_, i) => {
      const date = dateOf(nowMs - (days - 1 - i) * DAY_MS);
      return { date, submissions: allByDate.get(date) ?? 0, spam: spamByDate.get(date) ?? 0 };
    }),
    spamReasons: {
      commonest: commonest.filter(({ submissions }) => submissions > 0).sort((a, b) => b.submissions - a.submissions),
    },
    mails,
  };
}

function countByDate(some: readonly Known[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { createdAtMs } of some) {
    const date = dateOf(createdAtMs);
    counts.set(date, (counts.get(date) ?? 0) + 1);
  }
  return counts;
}
