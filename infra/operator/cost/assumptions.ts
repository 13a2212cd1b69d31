/** A month of 30.4 days. */
export const SECONDS_PER_MONTH = 30.4 * 86_400;
export const HOURS_PER_MONTH = SECONDS_PER_MONTH / 3_600;

/** Assumed because it was never measured on AWS. Each value rather overestimates. */
export const ASSUMPTIONS = {
  /** A round trip to DynamoDB; AWS states single-digit milliseconds. */
  dynamodbRoundMs: 6,
  /**
   * Form posts with a CORS preflight: those that scripts of other origins send as JSON. HTML forms, `/forms.js` and the
   * guide's scripts for forms need none, and browsers cache a preflight for two hours.
   */
  preflightShare: 0.25,
  /** Time until SQS accepts a message, and until S3 has stored a file. */
  queueMs: 15,
  objectMs: 100,
  /** Time until the service's own API has responded to a function. */
  apiMs: 100,
  /** Time until SES responds. */
  mailMs: 100,
  /** Time until a webhook's receiver has responded, including DNS, connecting and TLS. */
  receiverMs: 500,
  /** Bytes sent to a receiver besides the submission: other fields, headers, the TLS handshake. */
  receiverBytes: 3_000,
  /** A function's own processing time per invocation, at 1 GB of memory: see `ownMsWith`. */
  ownMs: 10,
  /** Share of invocations with a cold start, and its billed duration. */
  coldStartShare: 0.01,
  coldStartMs: 350,
  /** Log of an invocation: one line, and CloudWatch's overhead for each. */
  logBytes: 350,
  /** Additional log bytes of notifySubmission: the submissions it handles, and the number of mails sent. */
  notificationLogBytes: 750,
  /** A line of the gateway's access log. */
  accessLogBytes: 500,
  /** The response to a form, or a list page without its items, with all headers. */
  answerBytes: 1_200,
  /** Field names and quotes around each item of a list page. */
  answerBytesPerItem: 130,
  /** Five pollers query each queue every 20 s, even if it is empty, as AWS Lambda's do. */
  queueRequestsPerMonth: (5 * SECONDS_PER_MONTH) / 20,
  /** Metrics of an event source mapping, which must be enabled; billed as custom metrics. */
  metricsPerMapping: 6,
  /** Mails that alarms send. */
  alarmMailsPerMonth: 20,
} as const;

/** The memory that comes with one full processor: 1,769 MB (AWS Lambda, "Configure Lambda function memory"). */
export const FULL_PROCESSOR_GB = 1_769 / 1_024;

/** A function's own processing time with this memory, which decides its share of a processor. */
export const ownMsWith = (memoryGb: number): number => ASSUMPTIONS.ownMs / Math.min(memoryGb, FULL_PROCESSOR_GB);
