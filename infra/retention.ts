/** Retention in days of data that expires. Data deleted from the table has disappeared from all these places afterwards. */
export const RETENTION_DAYS = {
  /** DynamoDB keeps stream records for 24 hours. */
  stream: 1,
  /**
   * Window of point-in-time recovery, DynamoDB's maximum. Also the retention of removed files, so that a restored table
   * references only files that can be restored.
   */
  recovery: 35,
  /** Stream records that failed permanently; they contain submissions. */
  failedRecords: 30,
  /** Uploads without a submission. S3 counts full days, so it takes longer. */
  uploads: 1,
  /** Messages of every queue: SQS's maximum. */
  messages: 14,
  /** Default of the setting `logRetentionDays`. */
  logs: 30,
  traces: 30,
} as const;

/** S3 counts a rule's days from the next midnight, and takes up to another day. */
const RULE_DAYS_MAX = 2;
/**
 * Days after which uploads are gone for certain: S3 first deletes them, then removes the noncurrent version, which it
 * keeps for at least a day.
 */
export const UPLOADS_GONE_DAYS = 2 * (RETENTION_DAYS.uploads + RULE_DAYS_MAX);

/** Days after which removed files no longer exist in any version. */
export const REMOVED_FILES_GONE_DAYS = RETENTION_DAYS.recovery + RULE_DAYS_MAX;
