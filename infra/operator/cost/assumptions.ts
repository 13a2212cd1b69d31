/** A month of 30.4 days. */
export const SECONDS_PER_MONTH = 30.4 * 86_400;
export const HOURS_PER_MONTH = SECONDS_PER_MONTH / 3_600;

/** What was not measured on AWS, because it was never run there. Each is meant to be rather too much than too little. */
export const ASSUMPTIONS = {
  /** A round trip to DynamoDB: a few milliseconds by its own account. */
  dynamodbRoundMs: 6,
  /**
   * Form posts with a CORS preflight: those that scripts of other origins send as JSON. HTML forms, `/forms.js` and the
   * guide's scripts for forms need none, and browsers cache a preflight for two hours.
   */
  preflightShare: 0.25,
  /** Until SQS takes a message, and until S3 has stored a file. */
  queueMs: 15,
  objectMs: 100,
  /** Until SES answers. */
  mailMs: 100,
  /** Until a receiver of webhooks has answered; name resolution, connection and TLS included. */
  receiverMs: 500,
  /** Bytes of a message to a receiver in addition to the submission: its fields, headers, the TLS handshake. */
  receiverBytes: 3_000,
  /** What a function does itself in one invocation, at 1 GB of memory. */
  ownMs: 10,
  /** How many invocations begin with a new instance, and for how long that is billed. */
  coldStartShare: 0.01,
  coldStartMs: 350,
  /** Log of an invocation: one line, and what CloudWatch adds to each. */
  logBytes: 350,
  /** Additional log of an invocation of notifySubmission: the submissions it handles, and the number of mails sent. */
  notificationLogBytes: 750,
  /** A line of the gateway's access log. */
  accessLogBytes: 500,
  /** The response to a form, or of a page without its items, with all headers. */
  answerBytes: 1_200,
  /** Field names and quotes around each item of a page. */
  answerBytesPerItem: 130,
  /** Five pollers ask each queue every 20 s, whether or not it holds anything, as AWS Lambda's do. */
  queueRequestsPerMonth: (5 * SECONDS_PER_MONTH) / 20,
  /** Metrics of an event source mapping, which is asked for them; counted as custom metrics. */
  metricsPerMapping: 6,
  /** Mails that alarms send. */
  alarmMailsPerMonth: 20,
} as const;
