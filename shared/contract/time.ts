/** `YYYY-MM-DD HH:MM:SS.ffffff` in UTC; such texts sort by time. */
export const TIME_PATTERN = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}$/;

/** The stored expiry of a key that never expires. */
export const NEVER = '9999-12-31 23:59:59.999999';

/** A moment as the contract writes it. JavaScript knows milliseconds: the last three digits are zeros. */
export const formatTime = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '000');

/** A date, or a moment as the contract or as ISO 8601 writes it, in UTC. */
const MOMENT_PATTERN = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)Z?)?$/;

/** The first whole millisecond (since 1970) from a date or moment on; undefined if the text is none. */
export function momentOf(text: string): number | undefined {
  const [, date, time = '00:00'] = MOMENT_PATTERN.exec(text) ?? [];
  if (date === undefined) return undefined;
  const [minute = '', fraction = ''] = time.split('.');
  const wholeMs = Date.parse(`${date}T${minute}Z`);
  // Months of 30 days have no 31st, which `Date` would take for the 1st.
  if (Number.isNaN(wholeMs) || !new Date(wholeMs).toISOString().startsWith(date)) return undefined;
  return wholeMs + Math.ceil(Number(`0.${fraction || 0}`) * 1_000);
}

/** `never`, or a number of days, weeks, months or years from now. */
export const DURATION_PATTERN = /^(?:never|[1-9]\d*-(?:day|week|month|year)s?)$/;

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
