import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../../shared/storage/table.ts';
import { ServiceFailure } from './calls.ts';

export interface Substitutes {
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Item | undefined;
}

type Evaluate = (item: Item, given: Substitutes) => unknown;

const TOKEN = /[\s,]*(<>|<=|>=|[()=<>+-]|[#:]?\w+(?:\.#?\w+)*)/y;
const compiled = new Map<string, Evaluate>();

/** Whether a condition holds for an item; a missing item has no attributes. */
export const holds = (condition: string, item: Item, given: Substitutes): boolean =>
  (remembered(condition, compileCondition)(item, given) as boolean) === true;

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
    Object.assign(next, withValue(next, namesOf(path, given), remembered(value, compileSum)(item, given)));
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

function remembered(text: string, compile: (tokens: string[]) => Evaluate): Evaluate {
  const known = compiled.get(text) ?? compile(tokensOf(text));
  compiled.set(text, known);
  return known;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.trimEnd().length; ) {
    const found = TOKEN.exec(text);
    if (!found?.[1]) throw new Error(`not understood: ${text}`);
    tokens.push(found[1]);
  }
  return tokens;
}

function compileCondition(tokens: string[]): Evaluate {
  const condition = either(tokens);
  if (tokens.length > 0) throw new Error(`left over: ${tokens.join(' ')}`);
  return condition;
}

function either(tokens: string[]): Evaluate {
  const terms = [both(tokens)];
  while (tokens[0] === 'OR') terms.push(both(tokens.splice(0, 1) && tokens));
  return (item, given) => terms.some((term) => term(item, given));
}

function both(tokens: string[]): Evaluate {
  const terms = [comparison(tokens)];
  while (tokens[0] === 'AND') terms.push(comparison(tokens.splice(0, 1) && tokens));
  return (item, given) => terms.every((term) => term(item, given));
}

const COMPARE: Record<string, (a: never, b: never) => boolean> = {
  '=': isDeepStrictEqual,
  '<>': (a, b) => !isDeepStrictEqual(a, b),
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

function comparison(tokens: string[]): Evaluate {
  if (tokens[0] === '(') {
    tokens.shift();
    const inner = either(tokens);
    expect(tokens, ')');
    return inner;
  }
  if (tokens[1] === '(') return call(tokens);
  const left = operand(tokens.shift() ?? '');
  const operator = tokens.shift() ?? '';
  const right = operand(tokens.shift() ?? '');
  const compare = COMPARE[operator];
  if (!compare) throw new Error(`no operator: ${operator}`);
  return (item, given) => {
    const [a, b] = [left(item, given), right(item, given)];
    // Comparisons with an absent attribute fail.
    return a !== undefined && b !== undefined && compare(a as never, b as never);
  };
}

function call(tokens: string[]): Evaluate {
  const [name, , path = ''] = tokens.splice(0, 3);
  expect(tokens, ')');
  if (name === 'attribute_exists') return (item, given) => valueAt(item, path, given) !== undefined;
  if (name === 'attribute_not_exists') return (item, given) => valueAt(item, path, given) === undefined;
  throw new Error(`no function: ${name}`);
}

function compileSum(tokens: string[]): Evaluate {
  const a = term(tokens);
  const sign = tokens.shift();
  const b = sign === undefined ? a : term(tokens);
  if (sign === undefined) return a;
  return (item, given) => Number(a(item, given)) + Number(b(item, given)) * (sign === '-' ? -1 : 1);
}

function term(tokens: string[]): Evaluate {
  if (tokens[0] !== 'if_not_exists') return operand(tokens.shift() ?? '');
  const [, , path = '', fallback = ''] = tokens.splice(0, tokens.indexOf(')') + 1);
  const other = operand(fallback);
  return (item, given) => valueAt(item, path, given) ?? other(item, given);
}

const operand =
  (token: string): Evaluate =>
  (item, given) =>
    token.startsWith(':') ? given.ExpressionAttributeValues?.[token] : valueAt(item, token, given);

const nameOf = (name: string, { ExpressionAttributeNames }: Substitutes): string =>
  name.startsWith('#') ? (ExpressionAttributeNames?.[name] ?? name) : name;

/** The path to an attribute, outermost name first. */
const namesOf = (path: string, given: Substitutes): string[] => path.split('.').map((name) => nameOf(name, given));

const valueAt = (item: Item, path: string, given: Substitutes): unknown =>
  namesOf(path, given).reduce<unknown>((value, name) => (value as Item | undefined)?.[name], item);

/** A copy with this value. DynamoDB creates no attributes along the path. */
function withValue(item: Item, [name = '', ...inner]: string[], value: unknown): Item {
  if (inner.length === 0) return { ...item, [name]: value };
  const within = item[name];
  if (within === undefined) throw new Error(`there is no ${name} to change`);
  return { ...item, [name]: withValue(within as Item, inner, value) };
}

function expect(tokens: string[], token: string): void {
  if (tokens.shift() !== token) throw new Error(`"${token}" is missing`);
}
