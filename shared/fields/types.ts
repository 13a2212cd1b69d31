import type { FieldType } from '../contract/choices.ts';
import type { FieldRule } from '../contract/schemas/fieldRules.ts';
import { type Decimal, parseDecimal, whole } from './decimal.ts';
import { dateMs, dateTimeMs, monthNumber, timeMs, weekMs } from './times.ts';

/** A part of a rule that only some types have. */
export type Constraint = Exclude<keyof FieldRule, 'name' | 'label' | 'type' | 'message'>;

const LENGTH = ['minLength', 'maxLength'] as const;
const RANGE = ['min', 'max', 'step'] as const;
const LINE = ['required', 'multiple', 'pattern', ...LENGTH] as const;

/** The constraints that apply to each type, as in HTML. `multiple` also is several fields of one name. */
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

/** How the values of a type are counted. */
export interface Scale {
  parse: (text: string) => Decimal | undefined;
  /** What a `step` of 1 is, the step where a rule has none, and where steps start without `min`. */
  stepUnit: number;
  step: number;
  base: number;
  /** What a step has to be a multiple of; absent where it may be any number, and values may be slightly off it. */
  stepGrain?: number;
}

const counted =
  (parse: (text: string) => number | undefined): Scale['parse'] =>
  (text) => {
    const value = parse(text);
    return value === undefined ? undefined : whole(value);
  };

const NUMBER: Scale = { parse: parseDecimal, stepUnit: 1, step: 1, base: 0 };

/** Types whose values have an order. */
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

/** What a slider without bounds has. */
export const RANGE_DEFAULTS = { min: 0, max: 100 } as const;

/** A rule of `range` has both bounds, as the slider does. */
export const boundsOf = ({ type, min, max }: FieldRule): { min?: string | number; max?: string | number } => {
  const bounds = { ...(type === 'range' && RANGE_DEFAULTS), ...(min !== undefined && { min }) };
  return { ...bounds, ...(max !== undefined && { max }) };
};

/** A bound as text: browsers write numbers the same way. */
export const textOfBound = (bound: string | number): string => String(bound);

export const valueOfOption = (option: NonNullable<FieldRule['options']>[number]): string =>
  typeof option === 'string' ? option : option.value;

export const labelOfOption = (option: NonNullable<FieldRule['options']>[number]): string =>
  typeof option === 'string' ? option : option.label;
