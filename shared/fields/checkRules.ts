import { isControlField } from '../contract/controlFields.ts';
import { invalidInput } from '../contract/errors.ts';
import { FIELD_RULES_BYTES_MAX } from '../contract/limits.ts';
import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';
import { compare } from './decimal.ts';
import { stepOf } from './judgeValue.ts';
import { Pattern } from './pattern/pattern.ts';
import { PatternRefused } from './pattern/syntax.ts';
import { boundsOf, CONSTRAINTS, type Constraint, SCALES, textOfBound, valueOfOption } from './types.ts';

/** A bad property of a rule, and the text that follows its name in the message. */
type Problem = readonly [part: string, problem: string];

/**
 * Validates rules: properties apply to their types and can be satisfied, and patterns run in linear time.
 * @throws ApiError BAD_REQUEST that names every bad property
 */
export function checkRules(rules: readonly FieldRule[]): void {
  const names = rules.map(({ name }) => name);
  const problems = rules.flatMap((rule, index) => {
    const found = problemsOf(rule);
    if (names.indexOf(rule.name) !== index) found.push(['name', 'must be unique']);
    return found.map(([part, problem]) => `fields[${index}].${part} ${problem}`);
  });
  const bytes = new TextEncoder().encode(JSON.stringify(rules)).length;
  if (bytes > FIELD_RULES_BYTES_MAX) {
    problems.push(`fields must have at most ${FIELD_RULES_BYTES_MAX} bytes as JSON, but have ${bytes}`);
  }
  if (problems.length > 0) throw invalidInput('body', problems);
}

function problemsOf(rule: FieldRule): Problem[] {
  const problems: Problem[] = foreignParts(rule).map((part) => [part, `does not apply to the type ${rule.type}`]);
  if (isControlField(rule.name))
    problems.push(['name', 'is the name of a control field or captcha, which is not stored']);
  if (problems.length > 0) return problems;
  return [...lengthProblems(rule), ...rangeProblems(rule), ...optionProblems(rule), ...patternProblems(rule)];
}

function foreignParts({ name, label, type, message, ...constraints }: FieldRule): Constraint[] {
  const set = Object.keys(constraints) as Constraint[];
  return set.filter((part) => constraints[part] !== undefined && !CONSTRAINTS[type].includes(part));
}

const lengthProblems = ({ minLength = 0, maxLength = minLength }: FieldRule): Problem[] =>
  minLength > maxLength ? [['minLength', 'must not be more than maxLength']] : [];

function rangeProblems(rule: FieldRule): Problem[] {
  const scale = SCALES[rule.type];
  if (!scale) return [];
  const bounds = boundsOf(rule);
  const problems: Problem[] = [];
  const [min, max] = (['min', 'max'] as const).map((part) => {
    const bound = bounds[part];
    const value = bound === undefined ? undefined : scale.parse(textOfBound(bound));
    if (bound !== undefined && value === undefined) problems.push([part, `must be a value of the type ${rule.type}`]);
    return value;
  });
  // Times may span midnight.
  if (min && max && rule.type !== 'time' && compare(max, min) < 0) {
    problems.push(['max', `must not be less than min, which is ${bounds.min}`]);
  }
  const { step } = rule;
  if (typeof step !== 'number') return problems;
  const grain = scale.stepGrain ?? 0;
  if (!(step > 0) || (stepOf(rule, scale)?.digits ?? 0n) <= 0n) problems.push(['step', 'must be more than 0']);
  else if (grain === 1 && !Number.isSafeInteger(step)) problems.push(['step', 'must be a whole number']);
  else if (grain === 0.001 && !Number.isSafeInteger(Number((step * 1_000).toPrecision(15)))) {
    problems.push(['step', 'must be a number of seconds with at most three decimals']);
  }
  return problems;
}

function optionProblems({ type, options }: FieldRule): Problem[] {
  if (!options) return type === 'radio' || type === 'select' ? [['options', 'are missing']] : [];
  const values = options.map(valueOfOption);
  return new Set(values).size < values.length ? [['options', 'must not repeat a value']] : [];
}

function patternProblems({ pattern }: FieldRule): Problem[] {
  if (pattern === undefined) return [];
  try {
    new Pattern(pattern);
    return [];
  } catch (error) {
    if (!(error instanceof PatternRefused)) throw error;
    return [['pattern', error.message]];
  }
}
