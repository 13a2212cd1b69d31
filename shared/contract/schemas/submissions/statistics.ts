import * as z from 'zod/mini';
import { STATISTICS_DAYS_DEFAULT, STATISTICS_DAYS_MAX } from '../../limits.ts';
import { PageMetadata } from '../common.ts';
import { SPAM_REASONS } from './spamReasons.ts';

const amount = z.int().check(z.minimum(0));

const Totals = {
  endpointId: z.string(),
  submissions: amount,
  unread: amount,
  unreadSpam: amount,
  spam: amount,
  lastSubmissionAt: z.optional(z.string()),
};

export const EndpointTotals = z.object({ ...Totals, mailsFailed: amount });
export type EndpointTotals = z.output<typeof EndpointTotals>;

export const StatisticsList = z.object({ _metadata: PageMetadata, statistics: z.array(EndpointTotals) });

export const DayStatistics = z.object({
  date: z.string(),
  submissions: amount,
  spam: amount,
  removed: z.optional(amount),
});
export const SpamReasonCount = z.object({ reason: z.enum(SPAM_REASONS), submissions: amount });
export const SpamReasons = z.object({ commonest: z.array(SpamReasonCount), corrected: z.optional(amount) });

export const FilterPause = z.object({ wanted: amount, takenForSpam: amount, marksNeeded: amount });
export type FilterPause = z.output<typeof FilterPause>;

export const MailStatistics = z.object({ sent: amount, failed: amount, inDigests: amount });

export const EndpointStatistics = z.object({
  ...Totals,
  days: z.array(DayStatistics),
  spamReasons: SpamReasons,
  filterPause: z.optional(FilterPause),
  placesTaken: z.optional(amount),
  mails: MailStatistics,
});
export type EndpointStatistics = z.output<typeof EndpointStatistics>;

const isDays = (text: string): boolean => /^0*[1-9]\d{0,2}$/.test(text) && Number(text) <= STATISTICS_DAYS_MAX;

export const StatisticsQuery = z.object({
  days: z._default(
    z.pipe(
      z
        .string()
        .check(
          z.refine(isDays, `must be a whole number from 1 to ${STATISTICS_DAYS_MAX}`),
          z.meta({ type: 'integer', minimum: 1, maximum: STATISTICS_DAYS_MAX }),
        ),
      z.transform(Number),
    ),
    STATISTICS_DAYS_DEFAULT,
  ),
});
