/** `YYYY-MM-DD HH:MM:SS.ffffff` in UTC; sorts by time. */
export const TIME_PATTERN = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}$/;

/** The stored expiry of a key that never expires. */
export const NEVER = '9999-12-31 23:59:59.999999';

/** Formats a time for the contract. JavaScript has millisecond precision, so the last three digits are zeros. */
export const formatTime = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '000');

/**
 * A calendar date, or a time in the contract's format or ISO 8601, in UTC. Every month has 28 days, all but February
 * 30, seven of them 31; the alternatives at the end are 29 February of leap years.
 */
export const MOMENT_PATTERN =
  /^(?:\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?Z?)?$/;

/** Parses a date or time as milliseconds since 1970, rounded up; undefined if invalid. */
export function momentOf(text: string): number | undefined {
  if (!MOMENT_PATTERN.test(text)) return undefined;
  const [date = '', time = '00:00'] = text.replace('Z', '').split(/[T ]/);
  const [minute = '', fraction = ''] = time.split('.');
  return Date.parse(`${date}T${minute}Z`) + Math.ceil(Number(`0.${fraction || 0}`) * 1_000);
}

/** `never`, or a number of days, weeks, months or years from now. */
const DURATION_PATTERN = /^(?:never|[1-9]\d*-(?:day|week|month|year)s?)$/;

/** The same limited to numbers that cannot exceed the year 9999: at most 2,738 years. */
export const DOCUMENTED_DURATION_PATTERN =
  /^(?:never|[1-9]\d{0,5}-days?|[1-9]\d{0,4}-weeks?|[1-9]\d{0,3}-months?|[1-9]\d{0,2}-years?)$/;

/**
 * The end of a duration that starts at `now`, in the contract's format; undefined if the label is invalid or the time
 * is after the year 9999. In a month without that day, it ends on the last one.
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

/** A time of the contract as in ISO 8601, with its zone. */
export const isoTimeOf = (time: string): string => `${time.slice(0, 23).replace(' ', 'T')}Z`;

/** A response's time, which `new Date` would take as local. */
export const dateOf = (time: string): Date => new Date(isoTimeOf(time));
