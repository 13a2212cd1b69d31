/**
 * How many days the stack keeps what it does not keep for good. What is erased from the table is gone from all of these
 * places by then.
 */
export const RETENTION_DAYS = {
  /** DynamoDB keeps the records of a stream for 24 hours. */
  stream: 1,
  /**
   * How far point-in-time recovery reaches back, the most that DynamoDB allows; and how long removed files can be brought back,
   * so that a restored table names no file that is gone for good.
   */
  recovery: 35,
  /** Stream records that failed for good; they hold what was submitted. */
  failedRecords: 30,
  /** Files that were sent and that no submission named. S3 counts full days, and takes longer. */
  uploads: 1,
  /** Messages of every queue: the most that SQS allows. */
  messages: 14,
  /** Where the setting `logRetentionDays` says nothing else. */
  logs: 30,
  /** AWS X-Ray keeps traces for 30 days. */
  traces: 30,
} as const;

/** S3 counts the days of a rule from the midnight after, and takes up to another day. */
const RULE_DAYS_MAX = 2;
/**
 * Days after which uploads are gone for sure: S3 first deletes them, then removes the deleted version, which it keeps for a day
 * at least.
 */
export const UPLOADS_GONE_DAYS = 2 * (RETENTION_DAYS.uploads + RULE_DAYS_MAX);

/** Days after which removed files are gone for sure. */
export const REMOVED_FILES_GONE_DAYS = RETENTION_DAYS.recovery + RULE_DAYS_MAX;
