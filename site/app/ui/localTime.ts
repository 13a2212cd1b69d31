import { formatTime, momentOf } from '../../../shared/contract/time.ts';
import { TEXTS } from '../texts/texts.ts';

/** Times of the contract as `datetime-local` inputs have them, in the browser's time zone. */

const MINUTE_MS = 60_000;
const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length;

/** To the minute; empty without a time. */
export function localTimeOf(time = ''): string {
  const timeMs = momentOf(time);
  if (timeMs === undefined) return '';
  const zoneMs = new Date(timeMs).getTimezoneOffset() * MINUTE_MS;
  return new Date(timeMs - zoneMs).toISOString().slice(0, MINUTE_LENGTH);
}

/**
 * The moment that an input names. A time that the change of the clock skips is moved on by as much, and of two the first
 * counts (ECMAScript, "UTC"). The API rejects invalid ones.
 */
export function timeOfLocal(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : formatTime(time);
}

const zoned = new Intl.DateTimeFormat(TEXTS.locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** A moment with the name or offset of its zone, which differs by season. */
export const zonedTime = (time: Date): string => zoned.format(time);

export const timeZone = (): string => zoned.resolvedOptions().timeZone;
