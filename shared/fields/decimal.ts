/** An exact decimal: `digits` × 10^−`scale`, so that steps are compared without rounding. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/** HTML's "valid floating-point number". */
const NUMBER = /^(-?)(\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;
/** Smaller numbers count as zero, as in browsers. */
const EXPONENT_MIN = -1_023;
/** The most characters of a number. No double needs more. */
const LENGTH_MAX = 1_100;

export const whole = (value: number): Decimal => ({ digits: BigInt(value), scale: 0 });

/** A number in the range of a double; undefined for other texts. */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const [, sign, integer = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (sign === undefined || (integer === '' && fraction === '')) return undefined;
  if (!Number.isFinite(Number(text))) return undefined;
  if (Number(exponent) < EXPONENT_MIN) return whole(0);
  const digits = BigInt(integer + fraction) * (sign === '-' ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** Negative, zero or positive, as in a sort. */
export function compare(first: Decimal, second: Decimal): number {
  const scale = Math.max(first.scale, second.scale);
  const [a, b] = [scaledTo(first, scale), scaledTo(second, scale)];
  return a < b ? -1 : Number(a > b);
}

/** Browsers accept the rounding error of a 24-bit float. */
const TOLERANCE = 1n << 24n;

/** True if a value is a whole number of steps away from a base. */
export function isOnStep(value: Decimal, { base, step }: { base: Decimal; step: Decimal }, isExact: boolean): boolean {
  const scale = Math.max(value.scale, base.scale, step.scale);
  const [at, from, size] = [value, base, step].map((each) => scaledTo(each, scale)) as [bigint, bigint, bigint];
  const distance = at < from ? from - at : at - from;
  const rest = distance % size;
  const nearest = rest * 2n < size ? rest : size - rest;
  return nearest === 0n || (!isExact && nearest * TOLERANCE <= size);
}

const scaledTo = ({ digits, scale }: Decimal, wanted: number): bigint => digits * 10n ** BigInt(wanted - scale);
