import { COMMON_SCHEMAS, EXAMPLE_IDS } from '../commonDocs.ts';
import { documented } from '../documented.ts';
import {
  DayStatistics,
  EndpointStatistics,
  EndpointTotals,
  FilterPause,
  MailStatistics,
  SpamReasonCount,
  SpamReasons,
  StatisticsList,
} from './statistics.ts';

const FIELDS = {
  endpointId: 'The endpoint.',
  submissions: 'The number of its submissions.',
  unread: 'The number of unread ones, including spam.',
  unreadSpam: 'The number of unread spam submissions: a badge shows `unread` minus these.',
  spam: 'The number of spam submissions.',
  lastSubmissionAt: 'When the newest one was created, `YYYY-MM-DD HH:MM:SS.ffffff` in UTC. Absent if there is none.',
};

const totals = {
  endpointId: EXAMPLE_IDS.endpoint,
  submissions: 1_280,
  unread: 14,
  unreadSpam: 9,
  spam: 120,
  lastSubmissionAt: '2026-11-22 08:30:00.000000',
};
const day = { date: '2026-11-22', submissions: 31, spam: 4 };
const reason = { reason: 'honeypot', submissions: 80 } as const;
const spamReasons = { commonest: [reason], corrected: 3 };
const filterPause = { wanted: 12, takenForSpam: 2, marksNeeded: 34 };
const mails = { sent: 1_150, failed: 2, inDigests: 40 };

const totalsWithMails = { ...totals, mailsFailed: 0 };

export const STATISTICS_SCHEMAS = {
  EndpointTotals: documented(EndpointTotals, {
    description: 'Totals of an endpoint’s submissions.',
    fields: { ...FIELDS, mailsFailed: 'The number of mails about submissions that failed.' },
    example: totalsWithMails,
  }),
  StatisticsList: documented(StatisticsList, {
    description: 'One page of statistics.',
    fields: {
      _metadata: COMMON_SCHEMAS.PageMetadata.description,
      statistics: 'One for each endpoint, oldest endpoint first.',
    },
    example: { _metadata: COMMON_SCHEMAS.PageMetadata.example, statistics: [totalsWithMails] },
  }),
  DayStatistics: documented(DayStatistics, {
    description: 'The submissions of one day, without deleted ones, and how many were removed on it.',
    fields: {
      date: 'The day in UTC, `YYYY-MM-DD`.',
      submissions: 'The number of submissions created on it.',
      spam: 'The number of these that are spam.',
      removed:
        'How many submissions of any day, pending ones included, were removed on this day because of `keepDays`. Absent if none.',
    },
    example: day,
  }),
  SpamReasonCount: documented(SpamReasonCount, {
    description: 'A reason for spam, with its number of submissions.',
    fields: {
      reason: 'The beginning of `spamReason`, up to a colon.',
      submissions: 'The number of spam submissions with this reason. Spam marked by a person has no reason.',
    },
    example: reason,
  }),
  SpamReasons: documented(SpamReasons, {
    description: 'Reasons for spam.',
    fields: {
      commonest: 'The reasons, the most frequent first.',
      corrected: 'How often people corrected the learned filter. Absent if there is no filter.',
    },
    example: spamReasons,
  }),
  FilterPause: documented(FilterPause, {
    description:
      'Why the learned filter is paused: it had judged too many submissions as spam that people recently marked as wanted. ' +
      'While it is paused, it holds nothing back, and keeps learning and judging.',
    fields: {
      wanted: 'Recent submissions that the filter had judged and people marked as wanted.',
      takenForSpam: 'The number of these that it judged as spam.',
      marksNeeded:
        'Further marks as wanted (`isSpam: false`) after which it resumes, if it judges all of these submissions correctly.',
    },
    example: filterPause,
  }),
  MailStatistics: documented(MailStatistics, {
    description:
      'Mails of an endpoint since it was created. The numbers are approximate: mails sent while the service was ' +
      'interrupted may be missing or counted twice. Deleting a submission does not change them.',
    fields: {
      sent: 'Mails sent, including digests.',
      failed: 'Mails that failed permanently or bounced.',
      inDigests: 'Submissions in digests; some of them may also have had their own mail.',
    },
    example: mails,
  }),
  EndpointStatistics: documented(EndpointStatistics, {
    description: 'Statistics of an endpoint.',
    fields: {
      ...FIELDS,
      days: 'The requested days, oldest first; the last one is today.',
      spamReasons: 'Reasons for spam.',
      filterPause: 'Why the learned filter is paused. Absent while it is active, and if there is none.',
      placesTaken: 'How many of the endpoint’s `maxSubmissions` are taken. Absent without that setting.',
      mails: 'The endpoint’s mails.',
    },
    example: { ...totals, days: [day], spamReasons, mails },
  }),
};
