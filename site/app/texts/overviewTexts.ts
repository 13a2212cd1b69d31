import { HOPS_MAX } from '../../../shared/contract/limits.ts';
import { amountOf, submissions } from './amounts.ts';

export const OVERVIEW_TEXTS = {
  overview: {
    periods: 'Period',
    period: (days: number): string => (days === 365 ? 'A year' : `${days} days`),
    submissions: 'Submissions',
    unread: 'Unread',
    spam: 'Spam',
    wanted: 'Not spam',
    last: 'Newest',
    never: 'None yet',
    perDay: 'Submissions per day, in UTC',
    perWeek: 'Submissions per week, in UTC',
    day: 'Day',
    weekFrom: 'Week from',
    bar: (day: string, wanted: number, spam: number): string =>
      `${day}: ${submissions(wanted + spam)}, ${amountOf(spam)} of them spam`,
    reasons: 'Why it was taken for spam',
    noReasons: 'Nothing was taken for spam.',
    corrected: 'Filter corrected by people',
    mails: 'Mails so far',
    sent: 'sent',
    failed: 'failed or came back',
    inDigests: 'submissions told of in digests',
  },

  deliveries: {
    title: 'Deliveries',
    none: 'No mail was sent: the endpoint notifies nobody, or the submission was held as spam.',
    webhooksSkipped: {
      tooManyHops: `No webhook gets this submission: it already came through ${HOPS_MAX} webhooks, one after the other, and more could be a loop.`,
    },
    recipient: 'Recipient',
    state: 'State',
    when: 'When',
    stateOf: { sending: 'being sent', sent: 'sent', failed: 'failed' },
    inDigest: 'in a digest',
  },
};
