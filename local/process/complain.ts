import { isOfDisk } from './diskFiles.ts';

const REPEATED_AFTER_MS = 60_000;
const TEXTS_MAX = 100;

/** When each text was printed last. */
const printed = new Map<string, number>();

/** Name of the error while the table's engine is not running. */
export const ENGINE_UNAVAILABLE = 'ServiceUnavailable';

/**
 * Prints an error, the same at most once a minute: a full disk or an ended engine fails every call. Only unexpected
 * errors are printed with their stack.
 */
export function complain(what: string, error: unknown): void {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const text = `${what} ${message}`;
  const now = Date.now();
  if (now - (printed.get(text) ?? Number.NEGATIVE_INFINITY) < REPEATED_AFTER_MS) return;
  if (printed.size >= TEXTS_MAX) printed.clear();
  printed.set(text, now);
  if (isOfDisk(error) || name === ENGINE_UNAVAILABLE) console.error(text);
  else console.error(what, error);
}
