import { FIELD_TYPES, type FieldType } from '../../../shared/contract/choices.ts';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { CONSTRAINTS } from '../../../shared/fields/types.ts';
import type { Random } from '../../support/simulator/random.ts';
import { nearly, randomPattern } from './patterns.ts';

export interface Case {
  rule: FieldRule;
  entered: string | string[];
}

/**
 * Types whose entries Chromium validates without a person: it validates no hidden fields, and files have to be chosen.
 */
const JUDGED = FIELD_TYPES.filter((type) => type !== 'hidden' && type !== 'file');

const two = (value: number): string => String(value).padStart(2, '0');

const VALUES: Partial<Record<FieldType, (random: Random) => string>> = {
  number: randomNumber,
  range: randomNumber,
  date: randomDate,
  month: (random) => randomDate(random).slice(0, random.chance(0.9) ? -3 : -2),
  week: (random) => `${randomYear(random)}-W${two(random.below(56))}`,
  time: randomTime,
  'datetime-local': (random) => `${randomDate(random)}${random.pick(['T', 'T', ' ', 't', ''])}${randomTime(random)}`,
  color: (random) => random.pick(['#ffffff', '#FF00aa', '#fff', 'red', '#12345g', '#123456', '']),
  email: randomEmail,
  url: randomUrl,
};

export function randomCase(random: Random): Case {
  const type = random.pick(JUDGED);
  const rule: FieldRule = { name: 'field', type };
  const has = (part: (typeof CONSTRAINTS)[FieldType][number], probability: number) =>
    CONSTRAINTS[type].includes(part) && random.chance(probability);
  if (has('required', 0.3)) rule.required = true;
  if (type === 'email' && random.chance(0.3)) rule.multiple = true;
  const value = VALUES[type];
  if (has('min', 0.5) && value) rule.min = boundOf(random, type, value);
  if (has('max', 0.5) && value) rule.max = boundOf(random, type, value);
  if (has('step', 0.5)) rule.step = random.pick(STEPS[type] ?? [1, 0.1, 0.01, 0.25, 3, 7.5, 0.3, 1e-3, 'any' as const]);
  if (has('options', 1)) return withOptions(random, rule);
  if (has('pattern', 0.5)) {
    const { source, sample } = randomPattern(random);
    return { rule: { ...rule, pattern: source }, entered: near(random, type, nearly(random, sample)) };
  }
  return { rule, entered: near(random, type, value?.(random) ?? nearly(random, 'a b')) };
}

const STEPS: Partial<Record<FieldType, readonly NonNullable<FieldRule['step']>[]>> = {
  date: [1, 2, 7, 30, 'any'],
  month: [1, 3, 12, 'any'],
  week: [1, 2, 5, 'any'],
  time: [1, 60, 900, 0.5, 0.001, 3600, 86400, 'any'],
  'datetime-local': [1, 60, 900, 0.25, 86400, 'any'],
};

/** Blanks and line ends, which browsers strip for some types. */
function near(random: Random, type: FieldType, value: string): string {
  if (random.chance(0.1)) return '';
  if (!random.chance(0.08)) return value;
  const more = random.pick([' ', '\n', '\t', '\r\n', '\u00a0', '\f']);
  return type === 'email' || random.chance(0.5) ? more + value : value + more;
}

function boundOf(random: Random, type: FieldType, value: (random: Random) => string): string | number {
  const text = value(random);
  return (type === 'number' || type === 'range') && random.chance(0.5) ? Number(text) || random.below(20) : text;
}

function withOptions(random: Random, rule: FieldRule): Case {
  const values = ['a', 'b', 'c d', '0'];
  if (rule.type === 'checkbox') return { rule, entered: random.chance(0.5) ? ['on'] : [] };
  if (rule.type === 'select' && random.chance(0.3)) rule.multiple = true;
  const count = rule.multiple ? random.below(4) : random.below(2);
  return { rule: { ...rule, options: values }, entered: values.slice(random.below(2)).slice(0, count) };
}

function randomNumber(random: Random): string {
  const digits = random.pick([1, 2, 3]);
  const whole = String(random.below(10 ** digits));
  const plain = [`${whole}.${random.below(1_000)}`, `${whole}.5`, whole, whole, `-${whole}`, `-${whole}.25`];
  const odd = ['-0', '.5', '5.', '+1', '1e2', '1E-2', '1e+1', '1e400', '1e-2', '0x10', '1,5', '--1', 'NaN', '007', '٣'];
  return random.chance(0.8) ? random.pick(plain) : random.pick(odd);
}

function randomYear(random: Random): string {
  const odd = ['0000', '0001', '0099', '12026', '275760', '275761', '202', '9999'];
  return random.chance(0.9) ? String(1965 + random.below(65)) : random.pick(odd);
}

function randomDate(random: Random): string {
  const [month, day] = random.chance(0.9)
    ? [1 + random.below(12), 1 + random.below(29)]
    : [random.below(15), 28 + random.below(5)];
  return `${randomYear(random)}-${two(month)}-${two(day)}`;
}

function randomTime(random: Random): string {
  const minute = random.pick([0, 15, 30, 45, random.below(61)]);
  const time = `${two(random.below(random.chance(0.95) ? 24 : 30))}:${two(minute)}`;
  return time + random.pick(['', '', '', ':00', ':30', ':59.5', ':07.125', ':60', ':1', ':00.0001', '.5']);
}

const LABELS = [...'a b-c -a a- example xn--mller-kva müller a_b'.split(' '), 'x'.repeat(63), 'x'.repeat(64), ''];
const LOCALS = ['a', 'a.b', '.a', 'a..b', "a!#$%&'*+/=?^_`{|}~-", 'ä', 'a b', '"a"', ''];

function randomEmail(random: Random): string {
  const one = () => {
    const domain = Array.from({ length: 1 + random.below(3) }, () => random.pick(LABELS)).join('.');
    return `${random.pick(LOCALS)}${random.pick(['@', '@', '@', '@@', ''])}${random.chance(0.6) ? 'example.com' : domain}`;
  };
  return random.chance(0.7) ? one() : Array.from({ length: random.below(4) }, one).join(random.pick([',', ', ', ' ,']));
}

const SCHEMES = [
  ...'http:// https:// HTTP:// mailto: tel: data: ftp:// a: // /'.split(' '),
  '',
  ...'http: http:/ 1a: blob: ws:// file://'.split(' '),
];
const HOSTS = [
  'example.com',
  'EXAMPLE.com.',
  '127.0.0.1',
  '[::1]',
  '[::g]',
  'exa mple.com',
  'müller.de',
  '1.2.3',
  '256.1.1.1',
  '0x7f.1',
  'a..b',
  '',
  ...'a_b.com a%20b a%41b.com user:pw@host host:80 host:99999 host:x -a.com xn--a a|b 字.字'.split(' '),
];
const PATHS = ['', '/', '/a b', '/a%zz', '?q=1', '#x', '/a\\b', '/{}', '/é', '/a?b#c', '\\'];

function randomUrl(random: Random): string {
  return `${random.pick(SCHEMES)}${random.chance(0.5) ? 'example.com' : random.pick(HOSTS)}${random.pick(PATHS)}`;
}
