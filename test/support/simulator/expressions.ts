import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../../shared/storage/table/table.ts';
import { ServiceFailure } from './calls.ts';

export interface Substitutes {
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Item | undefined;
}

type Evaluate = (value: (operand: string) => unknown, compare: typeof comparing) => unknown;

/** An attribute's path, or a placeholder. */
const OPERAND = '[#:\\w.]+';
const PART = new RegExp(
  [
    `attribute_(?<not>not_)?exists\\((?<path>${OPERAND})\\)`,
    `if_not_exists\\((?<first>${OPERAND}), ?(?<other>${OPERAND})\\)`,
    `(?<prefixed>begins_with)\\((?<text>${OPERAND}), ?(?<start>${OPERAND})\\)`,
    `(?<left>${OPERAND}) ?(?<operator><>|[<>]=?|=) ?(?<right>${OPERAND})`,
    '\\b(?<word>AND|OR)\\b',
    `(?<operand>${OPERAND})`,
  ].join('|'),
  'g',
);
const WORDS: Record<string, string> = { AND: '&&', OR: '||' };
const compiled = new Map<string, Evaluate>();

/** The value of a condition, or of what an update sets. */
function evaluated(expression: string, item: Item, given: Substitutes): unknown {
  const evaluate = compiled.get(expression) ?? compile(expression);
  compiled.set(expression, evaluate);
  return evaluate((path) => valueAt(item, path, given), comparing);
}

/** Translates an expression to JavaScript; a part that is not understood is an error there. */
function compile(expression: string): Evaluate {
  const value = (operand: unknown) => `value(${JSON.stringify(operand)})`;
  const body = expression.replace(PART, (...found) => {
    const parts = found.at(-1) as Record<string, string>;
    const { not, path, first, other, prefixed, text, start, left, operator, right, word, operand } = parts;
    if (path) return `(${value(path)} ${not ? '===' : '!=='} undefined)`;
    if (first) return `(${value(first)} ?? ${value(other)})`;
    if (prefixed) return `compare('${prefixed}', ${value(text)}, ${value(start)})`;
    if (left) return `compare('${operator}', ${value(left)}, ${value(right)})`;
    return word ? (WORDS[word] as string) : value(operand);
  });
  return new Function('value', 'compare', `return ${body};`) as Evaluate;
}

/** Comparisons with an absent attribute fail. */
const comparing = (operator: string, a: unknown, b: unknown): boolean =>
  a !== undefined && b !== undefined && (COMPARE[operator]?.(a as never, b as never) ?? false);

const COMPARE: Record<string, (a: never, b: never) => boolean> = {
  '=': isDeepStrictEqual,
  '<>': (a, b) => !isDeepStrictEqual(a, b),
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  begins_with: (a, b) => String(a).startsWith(b),
};

/** True if a condition holds for an item; a missing item has no attributes. */
export const holds = (condition: string, item: Item, given: Substitutes): boolean =>
  evaluated(condition, item, given) === true;

/** The item after SET, REMOVE, ADD and DELETE, which all see its previous state. */
export function updated(expression: string, item: Item, given: Substitutes): Item {
  const next = { ...item };
  for (const clause of expression.split(/\b(?=SET |REMOVE |ADD |DELETE )/)) {
    const [, action = '', list = ''] = /^(SET|REMOVE|ADD|DELETE) (.*)$/s.exec(clause.trim()) ?? [];
    for (const part of list.split(/,(?![^(]*\))/).map((text) => text.trim()))
      apply(action, part, { item, next, given });
  }
  return next;
}

interface Application {
  item: Item;
  next: Item;
  given: Substitutes;
}

function apply(action: string, part: string, { item, next, given }: Application): void {
  if (action === 'SET') {
    const [path = '', value = ''] = part.split(/\s*=\s*/);
    Object.assign(next, withValue(next, namesOf(path, given), evaluated(value, item, given)));
  } else if (action === 'REMOVE') delete next[nameOf(part, given)];
  else if (action === 'ADD') {
    const [path = '', value = ''] = part.split(/\s+/);
    next[nameOf(path, given)] = sumOf(item[nameOf(path, given)], given.ExpressionAttributeValues?.[value]);
  } else if (action === 'DELETE') {
    const [path = '', value = ''] = part.split(/\s+/);
    const left = without(item[nameOf(path, given)], given.ExpressionAttributeValues?.[value]);
    if (left.size > 0) next[nameOf(path, given)] = left;
    else delete next[nameOf(path, given)];
  } else throw new Error(`not an update expression: ${part}`);
}

const without = (before: unknown, removed: unknown): Set<unknown> =>
  new Set([...((before ?? []) as Iterable<unknown>)].filter((member) => !(removed as Set<unknown>).has(member)));

function sumOf(before: unknown, added: unknown): unknown {
  if (added instanceof Set) return new Set([...((before ?? []) as Iterable<unknown>), ...added]);
  if (typeof (before ?? 0) !== 'number') throw new ServiceFailure(400, 'ValidationException');
  return Number(before ?? 0) + Number(added);
}

const valueAt = (item: Item, path: string, given: Substitutes): unknown =>
  path.startsWith(':')
    ? given.ExpressionAttributeValues?.[path]
    : namesOf(path, given).reduce<unknown>((value, name) => (value as Item | undefined)?.[name], item);

const nameOf = (name: string, { ExpressionAttributeNames }: Substitutes): string =>
  name.startsWith('#') ? (ExpressionAttributeNames?.[name] ?? name) : name;

/** The path to an attribute, outermost name first. */
const namesOf = (path: string, given: Substitutes): string[] => path.split('.').map((name) => nameOf(name, given));

/** A copy with this value. DynamoDB creates no attributes along the path. */
function withValue(item: Item, [name = '', ...inner]: string[], value: unknown): Item {
  if (inner.length === 0) return { ...item, [name]: value };
  const within = item[name];
  if (within === undefined) throw new Error(`there is no ${name} to change`);
  return { ...item, [name]: withValue(within as Item, inner, value) };
}
