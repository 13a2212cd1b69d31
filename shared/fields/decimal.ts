/** A number as it is written: `digits` × 10^−`scale`. Steps are compared exactly, which binary fractions cannot be. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/** HTML's "valid floating-point number". */
const NUMBER = /^(-?)(\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;
/** Less is taken for zero, as browsers do. */
const EXPONENT_MIN = -1_023;
/** Characters of a number. No double needs as many. */
const LENGTH_MAX = 1_100;

export const whole = (value: number): Decimal => ({ digits: BigInt(value), scale: 0 });

/** A number that a double can hold; undefined for any other text. */
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

/** Less than 0, 0 or more, as the first is less than the second, equal or more. */
export function compare(first: Decimal, second: Decimal): number {
  const [a, b] = aligned(first, second);
  return a < b ? -1 : Number(a > b);
}

/** Browsers take numbers that are off by as much as a float of 24 bits would be. */
const TOLERANCE = 1n << 24n;

/** Whether a value is a whole number of steps away from a base. */
export function isOnStep(value: Decimal, { base, step }: { base: Decimal; step: Decimal }, isExact: boolean): boolean {
  const scale = Math.max(value.scale, base.scale, step.scale);
  const [at, from, size] = [value, base, step].map((each) => scaledTo(each, scale)) as [bigint, bigint, bigint];
  const distance = at < from ? from - at : at - from;
  const rest = distance % size;
  const nearest = rest * 2n < size ? rest : size - rest;
  return nearest === 0n || (!isExact && nearest * TOLERANCE <= size);
}

function aligned(first: Decimal, second: Decimal): [bigint, bigint] {
  const scale = Math.max(first.scale, second.scale);
  return [scaledTo(first, scale), scaledTo(second, scale)];
}

const scaledTo = ({ digits, scale }: Decimal, wanted: number): bigint => digits * 10n ** BigInt(wanted - scale);
