import { call } from '../api/client.ts';

/** Endpoints that are added up, in ten requests. */
const PAGES_MAX = 10;

/** What a workspace has: its forms, their unread submissions and spam, and mails that failed. @throws RequestFailed */
export async function amountsOf(as: string, signal: AbortSignal) {
  const amounts = { forms: 0, unread: 0, spam: 0, failed: 0 };
  for (let page = 1, totalPages = 1; page <= Math.min(totalPages, PAGES_MAX); page++) {
    const { statistics, _metadata } = await call('listStatistics', { query: { page, limit: 100 }, as, signal });
    amounts.forms += statistics.length;
    for (const { unread, unreadSpam, spam, mailsFailed } of statistics) {
      amounts.unread += unread - unreadSpam;
      amounts.spam += spam;
      amounts.failed += mailsFailed;
    }
    totalPages = _metadata.totalPages;
  }
  return amounts;
}
