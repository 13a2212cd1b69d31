import { call } from '../api/client.ts';

/** Endpoints that are added up, in ten requests. */
const PAGES_MAX = 10;

/** What a workspace has: its forms, and their unread submissions and spam. @throws RequestFailed */
export async function amountsOf(as: string, signal: AbortSignal) {
  const amounts = { forms: 0, unread: 0, spam: 0 };
  for (let page = 1, totalPages = 1; page <= Math.min(totalPages, PAGES_MAX); page++) {
    const { statistics, _metadata } = await call('listStatistics', { query: { page, limit: 100 }, as, signal });
    amounts.forms += statistics.length;
    for (const { unread, unreadSpam, spam } of statistics) {
      amounts.unread += unread - unreadSpam;
      amounts.spam += spam;
    }
    totalPages = _metadata.totalPages;
  }
  return amounts;
}
