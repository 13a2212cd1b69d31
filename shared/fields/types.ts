import type { FieldType } from '../contract/choices.ts';
import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';
import { type Decimal, parseDecimal, whole } from './decimal.ts';
import { dateMs, dateTimeMs, monthNumber, timeMs, weekMs } from './times.ts';

/** A property that only some types of rules have. */
export type Constraint = Exclude<keyof FieldRule, 'name' | 'label' | 'type' | 'message'>;

const LENGTH = ['minLength', 'maxLength'] as const;
const RANGE = ['min', 'max', 'step'] as const;
const LINE = ['required', 'multiple', 'pattern', ...LENGTH] as const;

/** The constraints that apply to each type, as in HTML. `multiple` also allows several fields with the same name. */
export const CONSTRAINTS: Readonly<Record<FieldType, readonly Constraint[]>> = {
  text: LINE,
  search: LINE,
  tel: LINE,
  url: LINE,
  email: LINE,
  password: LINE,
  textarea: ['required', 'multiple', ...LENGTH],
  number: ['required', 'multiple', ...RANGE],
  range: ['multiple', ...RANGE],
  date: ['required', 'multiple', ...RANGE],
  month: ['required', 'multiple', ...RANGE],
  week: ['required', 'multiple', ...RANGE],
  time: ['required', 'multiple', ...RANGE],
  'datetime-local': ['required', 'multiple', ...RANGE],
  color: ['multiple'],
  checkbox: ['required', 'multiple', 'options'],
  radio: ['required', 'options'],
  select: ['required', 'multiple', 'options'],
  file: ['required', 'multiple', 'accept'],
  hidden: ['multiple'],
};

export interface Scale {
  parse: (text: string) => Decimal | undefined;
  /** The unit of `step`, its default, and the base of steps without `min`. */
  stepUnit: number;
  step: number;
  base: number;
  /** The granularity of `step`; absent if any number is allowed, and values may be slightly off. */
  stepGrain?: number;
}

const counted =
  (parse: (text: string) => number | undefined): Scale['parse'] =>
  (text) => {
    const value = parse(text);
    return value === undefined ? undefined : whole(value);
  };

const NUMBER: Scale = { parse: parseDecimal, stepUnit: 1, step: 1, base: 0 };

/** Types with ordered values. */
export const SCALES: Partial<Record<FieldType, Scale>> = {
  number: NUMBER,
  range: NUMBER,
  date: { parse: counted(dateMs), stepUnit: 86_400_000, step: 1, base: 0, stepGrain: 1 },
  month: { parse: counted(monthNumber), stepUnit: 1, step: 1, base: 0, stepGrain: 1 },
  // Weeks start on Mondays; 1 January 1970 was a Thursday.
  week: { parse: counted(weekMs), stepUnit: 604_800_000, step: 1, base: -259_200_000, stepGrain: 1 },
  time: { parse: counted(timeMs), stepUnit: 1_000, step: 60, base: 0, stepGrain: 0.001 },
  'datetime-local': { parse: counted(dateTimeMs), stepUnit: 1_000, step: 60, base: 0, stepGrain: 0.001 },
};

export const RANGE_DEFAULTS = { min: 0, max: 100 } as const;

/** Both bounds of a `range` rule, as for the slider. */
export const boundsOf = ({ type, min, max }: FieldRule): { min?: string | number; max?: string | number } => {
  const bounds = { ...(type === 'range' && RANGE_DEFAULTS), ...(min !== undefined && { min }) };
  return { ...bounds, ...(max !== undefined && { max }) };
};

/** A bound as text, in the notation of browsers. */
export const textOfBound = (bound: string | number): string => String(bound);

export const valueOfOption = (option: NonNullable<FieldRule['options']>[number]): string =>
  typeof option === 'string' ? option : option.value;

export const labelOfOption = (option: NonNullable<FieldRule['options']>[number]): string =>
  typeof option === 'string' ? option : option.label;
