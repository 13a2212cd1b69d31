import { COMMON_SCHEMAS, EXAMPLE_IDS } from './commonDocs.ts';
import { documented } from './documented.ts';
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
  submissions: 'How many submissions it has.',
  unread: 'How many of them have not been read, spam included.',
  unreadSpam: 'How many of them are both: a badge shows `unread` less these.',
  spam: 'How many of them are marked as spam.',
  lastSubmissionAt:
    'When the newest of them was created, `YYYY-MM-DD HH:MM:SS.ffffff` in UTC. Absent where there is none.',
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

export const STATISTICS_SCHEMAS = {
  EndpointTotals: documented({
    schema: EndpointTotals,
    description: 'What an endpoint’s submissions sum up to.',
    fields: FIELDS,
    example: totals,
  }),
  StatisticsList: documented({
    schema: StatisticsList,
    description: 'One page of statistics.',
    fields: {
      _metadata: COMMON_SCHEMAS.PageMetadata.description,
      statistics: 'One for each endpoint, oldest endpoint first.',
    },
    example: { _metadata: COMMON_SCHEMAS.PageMetadata.example, statistics: [totals] },
  }),
  DayStatistics: documented({
    schema: DayStatistics,
    description: 'The submissions of one day that are still there.',
    fields: {
      date: 'The day in UTC, `YYYY-MM-DD`.',
      submissions: 'How many were created on it.',
      spam: 'How many of these are marked as spam.',
    },
    example: day,
  }),
  SpamReasonCount: documented({
    schema: SpamReasonCount,
    description: 'A reason for which submissions were taken for spam.',
    fields: {
      reason: 'What `spamReason` begins with, up to a colon.',
      submissions: 'How many are marked as spam for it. Marks that a person made have no reason.',
    },
    example: reason,
  }),
  SpamReasons: documented({
    schema: SpamReasons,
    description: 'Why submissions were taken for spam.',
    fields: {
      commonest: 'The reasons, the commonest first.',
      corrected:
        'How often a person marked otherwise what the learned filter had decided. Absent where there is no such filter.',
    },
    example: spamReasons,
  }),
  FilterPause: documented({
    schema: FilterPause,
    description:
      'Why the learned filter has paused: of the submissions that people lately marked as wanted, it had taken too many ' +
      'for spam. While it pauses it holds nothing, and keeps learning and judging.',
    fields: {
      wanted: 'Submissions among the recent marks that people wanted, of those the filter had judged.',
      takenForSpam: 'How many of these it took for spam.',
      marksNeeded:
        'Marks as wanted (`isSpam: false`) after which it holds spam again, if it judges all of these submissions right.',
    },
    example: filterPause,
  }),
  MailStatistics: documented({
    schema: MailStatistics,
    description:
      'What became of an endpoint’s mails since it was created, about: mails that were sent while the service was ' +
      'interrupted may be missing or counted twice. Deleting a submission changes none of these.',
    fields: {
      sent: 'Mails that were sent, digests included.',
      failed: 'Mails that failed for good, or came back after they were sent.',
      inDigests: 'Submissions that digests told of; some of them may have had a mail of their own before.',
    },
    example: mails,
  }),
  EndpointStatistics: documented({
    schema: EndpointStatistics,
    description: 'What is counted of an endpoint.',
    fields: {
      ...FIELDS,
      days: 'The days that were asked for, the oldest first; the last one is today.',
      spamReasons: 'Why submissions were taken for spam.',
      filterPause: 'Why the learned filter holds nothing at present. Absent while it acts, and where there is none.',
      mails: 'What became of its mails.',
    },
    example: { ...totals, days: [day], spamReasons, mails },
  }),
};
