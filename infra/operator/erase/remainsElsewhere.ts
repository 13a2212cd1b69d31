import { REMOVED_FILES_GONE_DAYS, RETENTION_DAYS, UPLOADS_GONE_DAYS } from '../../retention.ts';

/** Data of an erased workspace outside the table. */
export interface RemainsElsewhere {
  where: string;
  what: string;
  /** Days until it is deleted automatically; undefined if a person must delete it. */
  days?: number;
}

export const REMAINS_ELSEWHERE: RemainsElsewhere[] = [
  { where: 'stream of the table', what: 'written and deleted items', days: RETENTION_DAYS.stream },
  { where: 'point-in-time recovery of the table', what: 'everything', days: RETENTION_DAYS.recovery },
  {
    where: 'bucket FailedRecords',
    what: 'submissions whose notification or indexing failed',
    days: RETENTION_DAYS.failedRecords,
  },
  {
    where: 'removed files in bucket FileBucket',
    what: 'files of endpoints that were deleted before the workspace was erased',
    days: REMOVED_FILES_GONE_DAYS,
  },
  {
    where: 'uploads in bucket FileBucket',
    what: 'files uploaded with URLs issued before the erasure',
    days: UPLOADS_GONE_DAYS,
  },
  {
    where: 'logs',
    what: 'ids, no contents; the setting logRetentionDays changes the period',
    days: RETENTION_DAYS.logs,
  },
  { where: 'traces of AWS X-Ray', what: 'paths of requests, with ids', days: RETENTION_DAYS.traces },
  {
    where: 'queue DeadLetters',
    what: 'events that failed, such as bounces, with addresses',
    days: RETENTION_DAYS.messages,
  },
  {
    where: 'queues of Deliveries',
    what: 'messages about deliveries, also failed ones: ids, and addresses of recipients',
    days: RETENTION_DAYS.messages,
  },
  {
    where: 'queues of Upkeep',
    what: 'ids of endpoints, and of submissions with files or marked as spam',
    days: RETENTION_DAYS.messages,
  },
  { where: 'suppression list of Amazon SES', what: 'addresses whose mail bounced or that complained' },
  { where: 'mailboxes of the recipients', what: 'the notifications that were sent' },
  { where: 'mailboxes of the senders of forms', what: 'the confirmations that were sent' },
  { where: 'receivers of webhooks', what: 'the events sent to them' },
  { where: 'backups, restored tables and exports that an operator made', what: 'their content' },
];
