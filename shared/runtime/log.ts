import { isNativeError } from 'node:util/types';

/** Fields of a log line: only values that the service chose or generated, never a caller's input or an address. */
export interface LogFields {
  [name: string]: string | number | boolean | undefined;
}

export type Level = 'info' | 'warn' | 'error';

/**
 * Logs one line. The functions' log format is JSON: the runtime adds time, level and invocation id, and puts this line
 * into `message`.
 */
export function log(level: Level, event: string, fields: LogFields = {}, error?: unknown): void {
  console[level]({ event, ...fields, ...(error === undefined ? {} : { error: describeError(error) }) });
}

/** The engine's own errors quote data in their messages: `Unexpected token 'S', "Secret" is not …`. */
const QUOTING = new Set(['SyntaxError', 'TypeError', 'RangeError', 'URIError', 'EvalError']);

/** An error as JSON with its chain of causes, limited to properties that hold no data. */
function describeError(error: unknown): Record<string, unknown> {
  if (!isNativeError(error)) return { message: String(error) };
  const { name, message, cause } = error;
  const { code, $metadata } = error as Error & { code?: unknown; $metadata?: Record<string, unknown> };
  return {
    name,
    ...(QUOTING.has(name) ? {} : { message }),
    ...(typeof code === 'string' ? { code } : {}),
    // AWS Support identifies the call by these.
    ...($metadata ? { awsStatus: $metadata.httpStatusCode, awsRequestId: $metadata.requestId } : {}),
    frames: framesOf(error),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** A stack starts with the message, which may have several lines. */
function framesOf({ message, stack = '' }: Error): string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  return stack
    .slice(start + message.length)
    .split('\n')
    .map((frame) => frame.trim())
    .filter((frame) => frame.startsWith('at '));
}
