import * as z from 'zod';

export const setting = (pattern: RegExp, hint: string) => z.string(hint).regex(pattern, hint);

/** Up to 20, of at most 254 characters. */
const ADDRESSES = /^[^\s,@]{1,64}@[^\s,@]{1,190}(?:, ?[^\s,@]{1,64}@[^\s,@]{1,190}){0,19}$/;

export const addressesSetting = () =>
  setting(ADDRESSES, 'must be up to 20 addresses, separated by commas, for example ada@example.com, bo@example.com');

/** cdk.json has booleans and numbers; `-c name=value` gives text. */
export const booleanSetting = () =>
  z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], 'must be true or false');

const Digits = z.string().regex(/^\d{1,9}$/);

export const numberSetting = (hint: string, isAllowed: (value: number) => boolean) =>
  z.union([z.number(), Digits.transform(Number)], hint).refine((value) => isAllowed(value), hint);

export const wholeNumberSetting = (min: number, max: number) =>
  numberSetting(
    `must be a whole number from ${min} to ${max}`,
    (value) => Number.isInteger(value) && value >= min && value <= max,
  );
