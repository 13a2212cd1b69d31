/** `YYYY-MM-DD HH:MM:SS.ffffff` in UTC; such texts sort by time. */
export const TIME_PATTERN = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}$/;

/** The stored expiry of a key that never expires. */
export const NEVER = '9999-12-31 23:59:59.999999';

/** A moment as the contract writes it. JavaScript knows milliseconds: the last three digits are zeros. */
export const formatTime = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '000');

/**
 * A date of the calendar, or a moment as the contract or as ISO 8601 writes it, in UTC. Every month has 28 days, all but
 * February 30, seven of them 31; what follows those is 29 February of leap years.
 */
export const MOMENT_PATTERN =
  /^(?:\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?Z?)?$/;

/** The first whole millisecond (since 1970) from a date or moment on; undefined if the text is none. */
export function momentOf(text: string): number | undefined {
  if (!MOMENT_PATTERN.test(text)) return undefined;
  const [date = '', time = '00:00'] = text.replace('Z', '').split(/[T ]/);
  const [minute = '', fraction = ''] = time.split('.');
  return Date.parse(`${date}T${minute}Z`) + Math.ceil(Number(`0.${fraction || 0}`) * 1_000);
}

/** `never`, or a number of days, weeks, months or years from now. */
const DURATION_PATTERN = /^(?:never|[1-9]\d*-(?:day|week|month|year)s?)$/;

/** The same, of numbers that never lead past the year 9999: at most 2,738 years. */
export const DOCUMENTED_DURATION_PATTERN =
  /^(?:never|[1-9]\d{0,5}-days?|[1-9]\d{0,4}-weeks?|[1-9]\d{0,3}-months?|[1-9]\d{0,2}-years?)$/;

/**
 * The moment a duration label from `now` ends, as the contract writes it; undefined if the label is none or
 * the moment lies past the year 9999. A month or year that lacks the day ends on its last one.
 */
export function expiryOf(label: string, now: Date): string | undefined {
  if (!DURATION_PATTERN.test(label)) return undefined;
  if (label === 'never') return NEVER;
  const [count, unit] = label.split('-') as [string, string];
  const end = addUnits(now, Number(count), unit.replace(/s$/, ''));
  return Number.isNaN(end.getTime()) || end.getUTCFullYear() > 9999 ? undefined : formatTime(end);
}

function addUnits(from: Date, count: number, unit: string): Date {
  const end = new Date(from);
  if (unit === 'day' || unit === 'week') {
    end.setUTCDate(end.getUTCDate() + count * (unit === 'week' ? 7 : 1));
    return end;
  }
  end.setUTCMonth(end.getUTCMonth() + count * (unit === 'year' ? 12 : 1));
  // 31 January + 1 month would be 3 March: step back to the last day of February.
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
  return end;
}

/** A moment as ISO 8601 writes it, from how the contract writes it. */
export const isoTimeOf = (time: string): string => `${time.slice(0, 23).replace(' ', 'T')}Z`;
