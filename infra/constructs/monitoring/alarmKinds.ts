/**
 * Every kind of alarm and what people notice while it is on, which stands in the alarm's mail. A kind that is about
 * several things says it of each. docs/operations.md has a section for each kind: what to look at, and what to do.
 */
export const ALARM_KINDS = {
  NewVersion: {
    crashes: 'The newest version of the form route crashed. Some forms are answered with an error and not stored.',
    errors: 'The newest version of the form route answered a server error. Some forms are not stored.',
  },
  Probe: 'For 10 minutes no form got through the public address. Forms, dashboards and programs may fail alike.',
  FunctionErrors:
    'A function crashed or ran out of time. Behind the API some requests fail; in the background the work is tried again.',
  FunctionThrottles:
    "The account's limit of functions at work is reached. Requests fail, forms among them, and mails are late.",
  GatewayErrors: 'More than 5 requests within 5 minutes were answered with a server error. Forms may not be stored.',
  FormsThrottled: 'Over 5 % of the form posts are answered with 429 and not stored. Real ones may be among them.',
  Latency: 'For 15 minutes the slowest hundredth of the requests has taken over 3 seconds. Forms are slow to send.',
  TableThrottles: {
    Read: 'DynamoDB refuses reads of the table. Requests are slow or fail, and mails are late.',
    Write: 'DynamoDB refuses writes to the table. Forms may not be stored.',
  },
  StreamAge: {
    notifySubmission: 'Submissions are stored, their mails and webhooks are over 5 minutes late.',
    indexSubmissions: 'Submissions are stored; totals and far pages of lists are over 5 minutes behind.',
  },
  PutAside: {
    notifySubmission:
      'Submissions are stored; their mails are not sent and webhooks not called until somebody redrives them.',
    indexSubmissions: 'Submissions are stored; totals and far pages of lists are wrong until somebody redrives them.',
  },
  RecordsDropped: {
    notifySubmission: 'Submissions are stored; their mails will not be sent and webhooks not called.',
    indexSubmissions: 'Submissions are stored; totals and far pages of lists are wrong until somebody counts again.',
  },
  DeadLetters: {
    events: 'Stream records were put aside, or a bounce, a complaint or an alarm’s mail was lost on its way.',
    messages:
      'Submissions are stored; some mails, webhooks, removals or the training of a filter are not done until somebody redrives the messages.',
  },
  OldestUnsent: 'Submissions are stored, a mail about one is over 5 minutes late: it cannot be sent for the moment.',
  MailQueueAge: 'Submissions are stored, their mails are over 20 minutes late: more are due than may be sent.',
  WebhookQueueAge: 'Submissions are stored; webhooks are called over 5 minutes late.',
  WebhooksSwitchedOff:
    'A webhook was switched off: its receiver is gone, or took nothing for five days. Its people were told.',
  ConfirmationsStopped:
    'Too many confirmations bounced or were called spam: senders of forms get none for a day. Notifications continue.',
  RemovalQueueAge: 'Submissions of a deleted endpoint are still stored, over an hour later.',
  OverMailBudget: 'An endpoint gets more submissions than its mail budget allows: they are announced in digests.',
  NotificationsFailed: {
    sending: 'Submissions are stored, some of their mails could not be sent at all.',
    afterwards: 'Mails were sent, and came back or were called spam: somebody was not told.',
  },
  MailQuota: 'The account has sent over 80 % of the mails that SES takes in 24 hours. Beyond them, mails are late.',
  BounceRate: 'Too many messages of this account bounce. SES may stop it from sending: then no mail goes out.',
  ComplaintRate: 'Too many recipients of this account complain. SES may stop it from sending: then no mail goes out.',
} as const satisfies Record<string, string | Record<string, string>>;

export type AlarmKind = keyof typeof ALARM_KINDS;

/** What people notice of an alarm. */
export function noticeOf(kind: AlarmKind, of = ''): string {
  const notice: string | Record<string, string> = ALARM_KINDS[kind];
  const text = typeof notice === 'string' ? notice : notice[of];
  if (text === undefined) throw new Error(`nothing is said of the alarm ${kind}-${of}`);
  return text;
}

/**
 * The alarms of `monitoring` `essential`: lost or late data, failing forms. CloudWatch's free tier includes ten alarms.
 */
export const ESSENTIAL_ALARMS: readonly string[] = [
  'NewVersion-crashes',
  'NewVersion-errors',
  'GatewayErrors',
  'FormsThrottled',
  'StreamAge-notifySubmission',
  'StreamAge-indexSubmissions',
  'DeadLetters-events',
  'DeadLetters-messages',
  'MailQueueAge',
  'NotificationsFailed-sending',
];

/** Those that a setting of their own adds, also in `essential`. */
export const ALARMS_BY_SETTING: readonly string[] = ['Probe'];
