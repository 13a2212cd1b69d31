import type { FieldType, IssueCode } from '../contract/choices.ts';
import { withAsciiDomain } from '../contract/emailAddress.ts';
import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';
import { parsedUrl } from '../contract/webUrl.ts';
import { compare, isOnStep, parseDecimal, whole } from './decimal.ts';
import { Pattern } from './pattern/pattern.ts';
import { boundsOf, SCALES, type Scale, textOfBound, valueOfOption } from './types.ts';

/** HTML's "valid email address". */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/** Browsers may send an internationalized domain as typed (Firefox) or in punycode (Chromium). */
export const isHtmlEmail = (text: string): boolean => EMAIL.test(text) || EMAIL.test(withAsciiDomain(text));

const COLOR = /^#[\da-f]{6}$/i;
const LINE_ENDS = /[\r\n]/g;

/** The values of a form or a script, as browsers see them; undefined for other values. */
export function enteredValues({ type, multiple }: FieldRule, sent: unknown): string[] | undefined {
  const texts = [sent].flat().map(textOf);
  if (!texts.every((text) => text !== undefined)) return undefined;
  const several = type === 'email' && multiple ? texts.flatMap((text) => text.split(',')) : texts;
  return several.map((text) => sanitized(type, text));
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null || value === false) return '';
  return typeof value === 'number' || value === true ? String(value) : undefined;
}

/** HTML's "value sanitization algorithm", except that values it would replace count as wrong. */
function sanitized(type: FieldType, text: string): string {
  if (type === 'textarea') return text.replace(/\r\n?/g, '\n');
  if (type === 'email' || type === 'url') return trimAscii(text.replace(LINE_ENDS, ''));
  return /^(?:text|search|tel|password)$/.test(type) ? text.replace(LINE_ENDS, '') : text;
}

const BLANKS = '\t\n\f\r ';

/** Strips only ASCII whitespace, as HTML does. */
function trimAscii(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANKS.includes(text[start] as string)) start++;
  while (end > start && BLANKS.includes(text[end - 1] as string)) end--;
  return text.slice(start, end);
}

/** The problem with the values of a field, if any. */
export function judgeValues(rule: FieldRule, sent: unknown): IssueCode | undefined {
  if (rule.type === 'hidden') return undefined;
  const values = enteredValues(rule, sent);
  if (values === undefined) return 'badInput';
  // An empty entry in a list of addresses is invalid.
  const isAddressList = rule.type === 'email' && values.length > 1 && values.some(Boolean);
  const filled = isAddressList ? values : values.filter(Boolean);
  if (filled.length === 0) return rule.required ? 'valueMissing' : undefined;
  if (filled.length > 1 && !rule.multiple) return 'badInput';
  const judge = judgeOf(rule);
  for (const value of filled) {
    const code = judge(value);
    if (code) return code;
  }
  return undefined;
}

/** Checks one value that is not empty. */
function judgeOf(rule: FieldRule): (value: string) => IssueCode | undefined {
  const { type, options, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rule;
  const scale = SCALES[type];
  if (scale) return (value) => judgeNumber(rule, scale, value);
  if (options) {
    const known = new Set(options.map(valueOfOption));
    return (value) => (known.has(value) ? undefined : 'notAnOption');
  }
  if (type === 'color') return (value) => (COLOR.test(value) ? undefined : 'badInput');
  const compiled = pattern === undefined ? undefined : new Pattern(pattern);
  return (value) => {
    if (type === 'email' && !isHtmlEmail(value)) return 'typeMismatch';
    if (type === 'url' && parsedUrl(value) === undefined) return 'typeMismatch';
    // Before the pattern runs, whose time depends on the value's length.
    if (value.length > maxLength) return 'tooLong';
    if (compiled && !compiled.matches(value)) return 'patternMismatch';
    return value.length < minLength ? 'tooShort' : undefined;
  };
}

function judgeNumber(rule: FieldRule, scale: Scale, text: string): IssueCode | undefined {
  const value = scale.parse(text);
  if (value === undefined) return 'badInput';
  const bounds = boundsOf(rule);
  const [min, max] = [bounds.min, bounds.max].map((bound) =>
    bound === undefined ? undefined : scale.parse(textOfBound(bound)),
  );
  const isUnder = min !== undefined && compare(value, min) < 0;
  const isOver = max !== undefined && compare(value, max) > 0;
  // From 22:00 to 02:00: times span midnight.
  const isReversed = rule.type === 'time' && min && max && compare(max, min) < 0;
  if (isUnder && (!isReversed || isOver)) return 'rangeUnderflow';
  if (isOver && !isReversed) return 'rangeOverflow';
  if (rule.step === 'any') return undefined;
  const step = stepOf(rule, scale);
  return step && !isOnStep(value, { base: min ?? whole(scale.base), step }, scale.stepGrain !== undefined)
    ? 'stepMismatch'
    : undefined;
}

/** The step in the unit of the scale. */
export function stepOf({ step }: Pick<FieldRule, 'step'>, scale: Scale) {
  const size = parseDecimal(String(step === undefined || step === 'any' ? scale.step : step));
  return size && { ...size, digits: size.digits * BigInt(scale.stepUnit) };
}
