const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A non-negative integer in base 62, padded with zeros to `length` digits. */
export function toBase62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = DIGITS[Number(rest % 62n)] + digits;
  return digits.padStart(length, '0');
}
