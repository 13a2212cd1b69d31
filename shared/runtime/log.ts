import { isNativeError } from 'node:util/types';

/** What a log line may hold: what the service chose or made itself. Never what a caller sent, nor an address. */
export interface LogFields {
  [name: string]: string | number | boolean | undefined;
}

export type Level = 'info' | 'warn' | 'error';

/**
 * Writes one line. The functions' log format is JSON: the runtime adds time, level and the invocation's id, and what
 * stands here becomes its `message`.
 */
export function log(level: Level, event: string, fields: LogFields = {}, error?: unknown): void {
  console[level]({ event, ...fields, ...(error === undefined ? {} : { error: describeError(error) }) });
}

/** Messages of the engine's own errors quote the values that they are about: `Unexpected token 'S', "Secret" is not …`. */
const QUOTING = new Set(['SyntaxError', 'TypeError', 'RangeError', 'URIError', 'EvalError']);

/** An error as JSON, its chain of causes included; of what else it carries, only what is known to hold no data. */
function describeError(error: unknown): Record<string, unknown> {
  if (!isNativeError(error)) return { message: String(error) };
  const { name, message, cause } = error;
  const { code, $metadata } = error as Error & { code?: unknown; $metadata?: Record<string, unknown> };
  return {
    name,
    ...(QUOTING.has(name) ? {} : { message }),
    ...(typeof code === 'string' ? { code } : {}),
    // By these AWS's support finds the call.
    ...($metadata ? { awsStatus: $metadata.httpStatusCode, awsRequestId: $metadata.requestId } : {}),
    frames: framesOf(error),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** A stack begins with the message, however many lines that has. */
function framesOf({ message, stack = '' }: Error): string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  return stack
    .slice(start + message.length)
    .split('\n')
    .map((frame) => frame.trim())
    .filter((frame) => frame.startsWith('at '));
}
