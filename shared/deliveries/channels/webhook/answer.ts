/** A receiver may ask for a day's rest at most. */
const RETRY_AFTER_SECONDS_MAX = 86_400;

/** The beginning of an answer as text that takes at most so many bytes in UTF-8. What is no UTF-8 is replaced. */
export function answerBeginning(bytes: Uint8Array, bytesMax: number): string {
  const text = decode(bytes.subarray(0, bytesMax));
  // A replaced byte takes three.
  const encoded = Buffer.from(text);
  return encoded.length <= bytesMax ? text : decode(encoded.subarray(0, bytesMax));
}

/** Leaves out a character that is cut off at the end. */
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes, { stream: true });

/**
 * The seconds that a header `Retry-After` asks to wait, as a number or a date.
 * @param now milliseconds since 1970
 */
export function retryAfterSecondsOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((dateOf(header) - now) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), RETRY_AFTER_SECONDS_MAX);
}

/** `Date.parse` takes much that is no date of HTTP. */
const dateOf = (header: string): number => (header.endsWith(' GMT') ? Date.parse(header) : Number.NaN);
