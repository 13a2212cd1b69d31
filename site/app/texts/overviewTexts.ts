import { HOPS_MAX } from '../../../shared/contract/limits.ts';
import type { ConfirmationReason } from '../../../shared/contract/schemas/deliveries.ts';
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
    removed: 'Removed by age, in this period',
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
    none: 'No mail is on record.',
    noMailReason: {
      heldAsSpam: 'Not mailed: it is held as spam. Mark it as not spam, and it is mailed.',
      noRecipients: 'Not mailed: the endpoint has no recipients, or its notifications are off.',
      waitsForDigest: 'Not mailed yet: the endpoint is over its mail budget, so it is in the digest due',
    },
    webhooksSkipped: {
      tooManyHops: `Not sent to webhooks: it already passed through ${HOPS_MAX} webhooks in a row, which suggests a loop.`,
    },
    confirmation: 'Confirmation to the sender:',
    confirmationStateOf: { sending: 'being sent', sent: 'sent', failed: 'failed', skipped: 'not sent' },
    confirmationReason: {
      noAddress: 'The form has no valid address, or more than one.',
      ownAddress: 'The address is one of the endpoint’s or the service’s own.',
      roleAddress: 'The address is a role account, such as postmaster or noreply.',
      tooOld: 'The submission is more than a day old.',
      unsubscribed: 'The recipient has unsubscribed.',
      stopped: 'Too many confirmations bounced or were reported as spam. A few of each network wait, for up to a day.',
      addressPerHour: 'The address got one from this endpoint within the last hour.',
      addressPerDay: 'The address got three within the last 24 hours.',
      endpointPerHour: 'The endpoint reached its hourly limit. A few of each network wait for their turn.',
      interrupted: 'It may have been sent, so it is not sent again.',
    } satisfies Record<ConfirmationReason, string>,
    recipient: 'Recipient',
    state: 'State',
    when: 'When',
    stateOf: { sending: 'being sent', sent: 'sent', failed: 'failed' },
    inDigest: 'in a digest',
  },
};
