const RETRY_AFTER_SECONDS_MAX = 86_400;

/** The start of a response as text of at most a number of UTF-8 bytes. Invalid UTF-8 is replaced. */
export function responseBeginning(bytes: Uint8Array, bytesMax: number): string {
  const text = decode(bytes.subarray(0, bytesMax));
  // The replacement character takes three bytes.
  const encoded = Buffer.from(text);
  return encoded.length <= bytesMax ? text : decode(encoded.subarray(0, bytesMax));
}

/** Drops a character that was cut in two. */
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes, { stream: true });

/**
 * The seconds that `Retry-After` asks to wait, as a number or a date.
 * @param now milliseconds since 1970
 */
export function retryAfterSecondsOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((dateOf(header) - now) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), RETRY_AFTER_SECONDS_MAX);
}

/** `Date.parse` also accepts dates that HTTP does not. */
const dateOf = (header: string): number => (header.endsWith(' GMT') ? Date.parse(header) : Number.NaN);
