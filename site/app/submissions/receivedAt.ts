/** Crockford's base 32. The first ten characters of a ULID are its time in milliseconds. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_LENGTH = 10;

/** When a submission was received, from its id. */
export function receivedAt(id: string): Date {
  const [, time = ''] = id.split('_');
  const ms = [...time.slice(0, TIME_LENGTH)].reduce((sum, digit) => sum * DIGITS.length + DIGITS.indexOf(digit), 0);
  return new Date(ms);
}
