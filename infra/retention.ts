/**
 * How many days the stack keeps what it does not keep for good. What is erased from the table is gone from all of these
 * places by then.
 */
export const RETENTION_DAYS = {
  /** DynamoDB keeps the records of a stream for 24 hours. */
  stream: 1,
  /** As far as point-in-time recovery reaches back: the most that DynamoDB allows. */
  recovery: 35,
  /** Stream records that failed for good; they hold what was submitted. */
  failedRecords: 30,
  /** Files that were sent and that no submission named. S3 counts full days, and takes up to two more. */
  uploads: 1,
  /** Messages of every queue: the most that SQS allows. */
  messages: 14,
  /** Where the setting `logRetentionDays` says nothing else. */
  logs: 30,
  /** AWS X-Ray keeps traces for 30 days. */
  traces: 30,
} as const;

/** Days after which they are gone for sure: S3 counts from the midnight after, and removes within another day. */
export const UPLOADS_GONE_DAYS = RETENTION_DAYS.uploads + 2;
