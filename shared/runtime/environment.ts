import type { Context } from 'aws-lambda';

/**
 * Set by the local cloud only: a stand-in for captcha providers, and permission for webhooks to reach this machine,
 * except these ports. Also optional: the endpoint that a probe posts to, and the addresses that may create workspaces.
 */
const OPTIONAL = {
  captchaStandIn: 'CAPTCHA_STAND_IN',
  loopbackReceivers: 'LOOPBACK_RECEIVERS',
  probeEndpoint: 'PROBE_ENDPOINT',
  workspaceOwners: 'WORKSPACE_OWNERS',
} as const;

export const ENVIRONMENT = {
  ...OPTIONAL,
  tableName: 'TABLE_NAME',
  siteUrl: 'SITE_URL',
  senderAddress: 'SENDER_ADDRESS',
  configurationSet: 'CONFIGURATION_SET',
  apiUrl: 'API_URL',
  confirmationAddress: 'CONFIRMATION_ADDRESS',
  confirmationSet: 'CONFIRMATION_SET',
  confirmationsPerHour: 'CONFIRMATIONS_PER_HOUR',
  removalQueueUrl: 'REMOVAL_QUEUE_URL',
  trainingQueueUrl: 'TRAINING_QUEUE_URL',
  failedRecordsBucket: 'FAILED_RECORDS_BUCKET',
  mailQueueUrl: 'MAIL_QUEUE_URL',
  mailsPerSecond: 'MAILS_PER_SECOND',
  streamMailsPerSecond: 'STREAM_MAILS_PER_SECOND',
  queueMailsPerSecond: 'QUEUE_MAILS_PER_SECOND',
  mailsPerHour: 'MAILS_PER_HOUR',
  webhookQueueUrl: 'WEBHOOK_QUEUE_URL',
  failingWebhookQueueUrl: 'FAILING_WEBHOOK_QUEUE_URL',
  signInQueueUrl: 'SIGN_IN_QUEUE_URL',
  serviceName: 'SERVICE_NAME',
  allowedMethods: 'ALLOWED_METHODS',
  fileBucket: 'FILE_BUCKET',
  scanFiles: 'SCAN_FILES',
  uploadsPerSecond: 'UPLOADS_PER_SECOND',
  requestsPerSecond: 'REQUESTS_PER_SECOND',
  newVersion: 'NEW_VERSION',
} as const;

export type Setting = keyof typeof ENVIRONMENT;

const isOptional = (name: Setting): boolean => name in OPTIONAL;

const PARSERS = {
  mailsPerSecond: positiveNumber,
  streamMailsPerSecond: positiveNumber,
  queueMailsPerSecond: positiveNumber,
  mailsPerHour: positiveNumber,
  confirmationsPerHour: positiveNumber,
  uploadsPerSecond: positiveNumber,
  requestsPerSecond: positiveNumber,
  scanFiles: (text: string) => text === 'true',
  /** Methods by path, derived from the operations: `{"/v1/keys": "GET, OPTIONS"}`. */
  allowedMethods: (text: string): Record<string, string> => JSON.parse(text),
};

type Parsed = { [Name in keyof typeof PARSERS]: ReturnType<(typeof PARSERS)[Name]> };

export type SettingValues<Name extends Setting> = {
  [N in Name]: N extends keyof Parsed ? Parsed[N] : N extends keyof typeof OPTIONAL ? string | undefined : string;
};

/** True if the function starts in AWS Lambda, which gives it a full processor until its first event (the Init phase). */
let isStarting = process.env.AWS_LAMBDA_INITIALIZATION_TYPE !== undefined;
let startWork: Promise<unknown> = Promise.resolve();

/** Does this in AWS Lambda's Init phase, and not at all elsewhere. The first event waits for it; a failure is ignored. */
export function whileStarting(work: () => Promise<unknown>): void {
  if (isStarting) startWork = Promise.allSettled([startWork, work()]);
}

/**
 * Makes a Lambda handler from the environment: in AWS Lambda's Init phase, elsewhere when its first event arrives. Only
 * this file reads the environment, so modules can be imported anywhere. While a variable is missing or invalid, each
 * event fails with an error that names it.
 */
export function fromEnvironment<Name extends Setting, Event, Result>(
  names: readonly Name[],
  create: (settings: SettingValues<Name>) => (event: Event, context: Context) => Promise<Result>,
) {
  let created: ReturnType<typeof create> | undefined;
  const make = () => create(readSettings(names));
  if (isStarting) created = orUndefined(make);
  isStarting = false;
  return async (event: Event, context: Context): Promise<Result> => {
    await startWork;
    created ??= make();
    return created(event, context);
  };
}

/** An error that each event reports. */
function orUndefined<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function readSettings<Name extends Setting>(names: readonly Name[]): SettingValues<Name> {
  const missing = names.filter((name) => !process.env[ENVIRONMENT[name]] && !isOptional(name));
  if (missing.length > 0) throw new Error(`not set: ${missing.map((name) => ENVIRONMENT[name]).join(', ')}`);
  return Object.fromEntries(names.map((name) => [name, readSetting(name)])) as SettingValues<Name>;
}

function readSetting(name: Setting): unknown {
  const text = process.env[ENVIRONMENT[name]] ?? '';
  if (text === '' && isOptional(name)) return undefined;
  if (!(name in PARSERS)) return text;
  try {
    return PARSERS[name as keyof typeof PARSERS](text);
  } catch (cause) {
    throw new Error(`not valid: ${ENVIRONMENT[name]}`, { cause });
  }
}

function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error('must be a number above 0');
  return value;
}

/** Name and version of the running function, set by AWS Lambda. */
export const functionName = (): string => process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'local';
export const functionVersion = (): string => process.env.AWS_LAMBDA_FUNCTION_VERSION ?? '$LATEST';

/** Region of Amazon S3, and the URL of its local stand-in, from the standard AWS SDK variables. */
export const s3Location = (): { region: string; endpoint: string | undefined } => ({
  region: process.env.AWS_REGION ?? '',
  endpoint: process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL || undefined,
});
