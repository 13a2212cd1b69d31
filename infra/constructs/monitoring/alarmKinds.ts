/**
 * Every kind of alarm and what it says, which stands in the alarm's mail. docs/operations.md has a section for each:
 * what to look at, and what to do.
 */
export const ALARM_KINDS = {
  FunctionErrors: 'A function crashed or ran out of time.',
  FunctionThrottles: 'Functions of this account were refused a start: the limit of concurrent executions is reached.',
  GatewayErrors: 'The API answered more than 5 requests within 5 minutes with a server error.',
  Latency: 'For 15 minutes the slowest hundredth of the requests has taken over 3 seconds.',
  TableThrottles: 'DynamoDB refused reads or writes of the table because there were too many.',
  StreamAge: "A reader is over 5 minutes behind the table's stream.",
  PutAside: 'Stream records that a reader could not handle were put into the bucket FailedRecords.',
  DeadLetters: 'A queue holds messages that failed again and again.',
  OldestUnsent: 'A submission has waited for its notification for over 5 minutes.',
  MailQueueAge: 'A mail has been in the queue of notifications for over 20 minutes.',
  OverMailBudget: 'An endpoint gets more submissions than its mail budget allows: they are announced in digests.',
  NotificationsFailed: 'Notifications failed for good: see `npm run notifications -- failed`.',
  BounceRate: 'Too many messages of this account bounce: SES may stop it from sending.',
  ComplaintRate: 'Too many recipients of this account complain: SES may stop it from sending.',
} as const;

export type AlarmKind = keyof typeof ALARM_KINDS;
