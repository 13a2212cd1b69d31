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
    reasons: 'Spam reasons',
    noReasons: 'No spam.',
    corrected: 'Filter mistakes you corrected',
    mails: 'Mails so far',
    sent: 'sent',
    failed: 'failed or bounced',
    inDigests: 'submissions included in digests',
  },

  deliveries: {
    title: 'Deliveries',
    none: 'No mail was sent: the endpoint has no recipients, or the submission was held as spam.',
    webhooksSkipped: {
      tooManyHops: `Not sent to webhooks: it already passed through ${HOPS_MAX} webhooks in a row, which suggests a loop.`,
    },
    recipient: 'Recipient',
    state: 'State',
    when: 'When',
    stateOf: { sending: 'being sent', sent: 'sent', failed: 'failed' },
    inDigest: 'in a digest',
  },
};
