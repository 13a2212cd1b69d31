/** What a log line may hold. Never a body, a secret, an address or what somebody submitted. */
export interface LogFields {
  [name: string]: string | number | boolean | undefined;
}

type Level = 'info' | 'warn' | 'error';

/** Writes one JSON line; the cause of a failure is written with its stack and its own causes. */
export function log(level: Level, message: string, fields: LogFields = {}, error?: unknown): void {
  const line = { level, message, ...fields, ...(error === undefined ? {} : { error: describeError(error) }) };
  console[level](JSON.stringify(line));
}

/** An error as JSON, its chain of causes included. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}
