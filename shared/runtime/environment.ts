/** Names of the environment variables that the stack sets and the functions read. */
export const ENVIRONMENT = {
  tableName: 'TABLE_NAME',
  siteUrl: 'SITE_URL',
  senderAddress: 'SENDER_ADDRESS',
  configurationSet: 'CONFIGURATION_SET',
  purgeQueueUrl: 'PURGE_QUEUE_URL',
  notificationQueueUrl: 'NOTIFICATION_QUEUE_URL',
  streamMailsPerSecond: 'STREAM_MAILS_PER_SECOND',
  queueMailsPerSecond: 'QUEUE_MAILS_PER_SECOND',
  mailsPerHour: 'MAILS_PER_HOUR',
  allowedMethods: 'ALLOWED_METHODS',
} as const;

export type Setting = keyof typeof ENVIRONMENT;

/**
 * The named settings from the environment: the only place where a function reads it.
 * @throws Error naming the variables that are missing
 */
export function readSettings<Name extends Setting>(...names: Name[]): Record<Name, string> {
  const missing = names.filter((name) => !process.env[ENVIRONMENT[name]]);
  if (missing.length > 0) throw new Error(`not set: ${missing.map((name) => ENVIRONMENT[name]).join(', ')}`);
  return Object.fromEntries(names.map((name) => [name, process.env[ENVIRONMENT[name]]])) as Record<Name, string>;
}

/** The name of the function that runs, and its version, which AWS Lambda sets. */
export const functionName = (): string => process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'local';
export const functionVersion = (): string => process.env.AWS_LAMBDA_FUNCTION_VERSION ?? '$LATEST';
