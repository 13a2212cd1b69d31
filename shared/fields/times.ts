const DAY_MS = 86_400_000;
const DATE = /^(\d{4,6})-(\d\d)-(\d\d)$/;
const MONTH = /^(\d{4,6})-(\d\d)$/;
const WEEK = /^(\d{4,6})-W(\d\d)$/;
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/;
/** The last day that JavaScript's dates support, and so browsers. */
const LAST_MS = 8.64e15;

const numbersIn = (pattern: RegExp, text: string): number[] | undefined => pattern.exec(text)?.slice(1).map(Number);

/** Parses a date such as `2026-11-24` as milliseconds since 1970. */
export function dateMs(text: string): number | undefined {
  const [year = 0, month = 0, day = 0] = numbersIn(DATE, text) ?? [];
  if (year < 1 || month < 1 || month > 12 || day < 1) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const ms = date.getTime();
  return date.getUTCDate() === day && ms <= LAST_MS ? ms : undefined;
}

/** Parses a month such as `2026-11` as months since January 1970. */
export function monthNumber(text: string): number | undefined {
  const [year = 0, month = 0] = numbersIn(MONTH, text) ?? [];
  if (year < 1 || month < 1 || month > 12 || dateMs(`${text}-01`) === undefined) return undefined;
  return (year - 1970) * 12 + month - 1;
}

/** Parses a week such as `2026-W48` as milliseconds since 1970 of its Monday. */
export function weekMs(text: string): number | undefined {
  const [year = 0, week = 0] = numbersIn(WEEK, text) ?? [];
  const start = firstMondayMs(year);
  if (week < 1 || start === undefined) return undefined;
  const ms = start + (week - 1) * 7 * DAY_MS;
  // A week belongs to the year of its Thursday.
  const isOfYear = new Date(ms + 3 * DAY_MS).getUTCFullYear() === year;
  return ms <= LAST_MS && (isOfYear || ms + 3 * DAY_MS > LAST_MS) ? ms : undefined;
}

/** The Monday of the first week of a year (ISO 8601): the one with the first Thursday. */
function firstMondayMs(year: number): number | undefined {
  const fourth = dateMs(`${String(year).padStart(4, '0')}-01-04`);
  if (fourth === undefined) return undefined;
  const daysSinceMonday = (new Date(fourth).getUTCDay() + 6) % 7;
  return fourth - daysSinceMonday * DAY_MS;
}

/** Parses a time such as `17:30`, `17:30:15` or `17:30:15.25` as milliseconds since midnight. */
export function timeMs(text: string): number | undefined {
  const found = TIME.exec(text);
  if (!found) return undefined;
  const [, hour, minute, second = '0', fraction = ''] = found;
  const parts = [Number(hour), Number(minute), Number(second)] as const;
  if (parts[0] > 23 || parts[1] > 59 || parts[2] > 59) return undefined;
  return ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1_000 + Number(fraction.padEnd(3, '0'));
}

/** Parses `2026-11-24T17:30`, or with a space instead of T, as milliseconds since 1970. */
export function dateTimeMs(text: string): number | undefined {
  const [, date = '', time = ''] = /^([\d-]+)[T ]([\d:.]+)$/.exec(text) ?? [];
  const [day, within] = [dateMs(date), timeMs(time)];
  if (day === undefined || within === undefined) return undefined;
  return day + within <= LAST_MS ? day + within : undefined;
}
