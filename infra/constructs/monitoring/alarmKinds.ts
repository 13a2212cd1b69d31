/**
 * Every kind of alarm, with its symptoms for users, which are in the alarm's mail. If a kind covers several things,
 * each has its own alarm. docs/alarms.md has a section for each kind: diagnosis and remedy.
 */
export const ALARM_KINDS = {
  NewVersion: {
    crashes: 'The newest version of the form route crashed. Some form posts fail and are not stored.',
    errors: 'The newest version of the form route responded with a server error. Some forms are not stored.',
  },
  Probe: 'For 10 minutes no test form got through the public URL. Forms, dashboards and programs may all fail.',
  FunctionErrors: 'A function crashed or timed out. Some requests fail, or background work is delayed and retried.',
  FunctionThrottles:
    'The account has reached its limit of concurrent functions. Requests, including form posts, fail, and mails are late.',
  GatewayErrors: 'A request failed with a server error. If it was a form, it may not be stored.',
  FormsThrottled: 'Over 5 % of form posts are rejected with 429 and not stored. Genuine ones may be among them.',
  Latency: 'For 15 minutes, 1 % of the requests have taken over 3 seconds. Forms are slow to send.',
  TableThrottles: {
    Read: 'DynamoDB throttles reads of the table. Requests are slow or fail, and mails are late.',
    Write: 'DynamoDB throttles writes to the table. Forms may not be stored.',
  },
  StreamAge: {
    notifySubmission: 'Submissions are stored, but their mails and webhooks are over 5 minutes late.',
    indexSubmissions: 'Submissions are stored; totals and later list pages are over 5 minutes behind.',
  },
  PutAside: {
    notifySubmission: 'Submissions are stored; their mails and webhooks wait until somebody redrives them.',
    indexSubmissions: 'Submissions are stored; totals and later list pages are wrong until somebody redrives them.',
  },
  RecordsDropped: {
    notifySubmission: 'Submissions are stored; their mails and webhooks will never be sent.',
    indexSubmissions: 'Submissions are stored; totals and later list pages are wrong until somebody recounts them.',
  },
  DeadLetters: {
    events: 'Stream records were put aside, or a bounce, a complaint or an alarm’s mail could not be processed.',
    messages:
      'Submissions are stored; some mails, webhooks, removals, invitations or filter training wait until somebody redrives their messages.',
  },
  OldestUnsent: 'Submissions are stored, but a mail is over 5 minutes late because it cannot be sent at the moment.',
  MailQueueAge: 'Submissions are stored, but their mails are over 20 minutes late: more are due than SES allows.',
  WebhookQueueAge: 'Submissions are stored; webhooks are called over 5 minutes late.',
  WebhooksUnsent:
    'Submissions are stored; for over 5 minutes some webhooks were not called because the service itself fails.',
  WebhooksSwitchedOff:
    'A webhook was switched off: its receiver is gone or has failed for five days. The endpoint’s recipients were notified.',
  ConfirmationsStopped:
    'Too many confirmations of an endpoint or more bounced or were reported as spam: they wait for up to a day.',
  RemovalQueueAge: 'Submissions of a deleted endpoint are still stored after more than an hour.',
  SignInQueueAge: 'Codes to sign in are mailed late or not at all: nobody can sign in to the dashboard by mail.',
  OverMailBudget: 'An endpoint gets more submissions than its mail budget allows: digests were sent instead.',
  NotificationsFailed: {
    sending: 'Submissions are stored, but some of their mails could not be sent.',
    afterwards: 'Mails bounced or were reported as spam: some recipients were not notified.',
  },
  MailQuota: 'The account has sent over 80 % of its SES quota for 24 hours. Beyond the quota, mails are late.',
  BounceRate: 'Too many mails of this account bounce. SES may suspend it; then no mail is sent.',
  ComplaintRate: 'Too many recipients report this account’s mails as spam. SES may suspend it; then no mail is sent.',
} as const satisfies Record<string, string | Record<string, string>>;

export type AlarmKind = keyof typeof ALARM_KINDS;

/** The symptoms that users notice. */
export function noticeOf(kind: AlarmKind, of = ''): string {
  const notice: string | Record<string, string> = ALARM_KINDS[kind];
  const text = typeof notice === 'string' ? notice : notice[of];
  if (text === undefined) throw new Error(`no text for the alarm ${kind}-${of}`);
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

/** Alarms enabled by their own settings, also with `essential`. */
export const ALARMS_BY_SETTING: readonly string[] = ['Probe'];
