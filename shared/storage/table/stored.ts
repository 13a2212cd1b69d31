import * as z from 'zod/mini';
import { log } from '../../runtime/log.ts';
import { isUnreadable } from './failures.ts';
import type { ItemKey } from './partitions.ts';
import type { Item } from './table.ts';

/**
 * Reads stored items tolerantly: a newer version may have written them, which runs beside this one during a canary
 * release, or ran before a rollback.
 */

type Schema = z.ZodMiniObject;
type Path = readonly PropertyKey[];

interface Removed {
  path: Path;
  value: unknown;
  /** True if it was an item of a list. */
  isElement: boolean;
}

/** The stored form of a value, if it contained an unknown value. */
interface Origin {
  item: Item;
  unknown: ReadonlyMap<string, unknown>;
}

/** A symbol, so that copies of the value have it, but neither JSON nor items. */
const ORIGIN = Symbol('origin');
/** The items of all other values: parsing omits fields that a newer version has added to an object. */
const ITEMS = new WeakMap<object, Item>();
const originOf = (value: object): Origin | undefined => (value as { [ORIGIN]?: Origin })[ORIGIN];

/**
 * Parses an item. Where it holds what this version does not know, the field gets its default: the schema's, or absence.
 * A list without a default of absence only loses the element. All else stays as it is, also in the table, since updates
 * write changed attributes only. Parses once per level of nesting, however much is unknown.
 * @throws ZodError if what is unknown has no default
 */
export function readStored<S extends Schema>(schema: S, item: Item): z.output<S> {
  let result = schema.safeParse(item);
  if (result.success) {
    ITEMS.set(result.data, item);
    return result.data;
  }
  const known = structuredClone(item);
  const unknown = new UnknownValues();
  do {
    const removedPaths = new Set<string>();
    // Later elements first: the others keep their places.
    for (const { path } of result.error.issues.toReversed()) {
      if (path.some((_, last) => removedPaths.has(JSON.stringify(path.slice(0, last + 1))))) continue;
      const losesElement = schema.shape[String(path[0])]?._zod.def.type !== 'optional';
      const removed = removeAt(known, path, losesElement);
      if (!removed) throw result.error;
      removedPaths.add(JSON.stringify(removed.path));
      unknown.note(removed);
    }
    result = schema.safeParse(known);
  } while (!result.success);
  return { ...result.data, [ORIGIN]: { item, unknown: unknown.byPath } satisfies Origin };
}

class UnknownValues {
  readonly byPath = new Map<string, unknown>();
  readonly #parents = new Set<string>();

  note({ path, value, isElement }: Removed): void {
    const names = (isElement ? path.slice(0, -1) : path).map(String);
    const name = names.join('.');
    if (isElement) this.byPath.set(name, [value, ...((this.byPath.get(name) ?? []) as unknown[])]);
    // Omitted because of an unknown value within it, which is noted already.
    else if (!this.#parents.has(name)) this.byPath.set(name, value);
    for (let last = names.length - 1; last > 0; last--) this.#parents.add(names.slice(0, last).join('.'));
  }
}

/** Schemas of attributes that have a default where they are missing or unknown. */
export const withDefaults = <Shape extends Record<string, z.ZodMiniType>, Name extends keyof Shape & string>(
  shape: Shape,
  defaults: { [N in Name]: z.output<Shape[N]> },
) =>
  Object.fromEntries(
    Object.entries<unknown>(defaults).map(([name, value]) => [name, z._default(shape[name] as z.ZodMiniType, value)]),
  ) as { [N in Name]: z.ZodMiniDefault<Shape[N]> };

/** The item that a value was read from: for conditions, which compare with what is stored. */
export const asStored = <T extends object>(value: T): T | Item => originOf(value)?.item ?? ITEMS.get(value) ?? value;

/** Settings whose newer values may contain credentials. */
const WITH_CREDENTIALS = new Set(['captcha', 'headerNames']);

/**
 * Values that this version does not know, by path such as `captcha.provider`, as a field of a response. Those that may
 * contain credentials are only named.
 */
export function shownUnknown(value: object, { shape }: Schema): { unknownSettings?: Record<string, unknown> } {
  const shown = [...(originOf(value)?.unknown ?? [])].flatMap(([path, unknown]): [string, unknown][] => {
    const [attribute = ''] = path.split('.', 1);
    if (!Object.hasOwn(shape, attribute)) return [];
    const isHidden = WITH_CREDENTIALS.has(attribute) && (path === attribute || typeof unknown === 'object');
    return [[path, isHidden ? '…' : unknown]];
  });
  return shown.length > 0 ? { unknownSettings: Object.fromEntries(shown) } : {};
}

export interface ReadItems<T> {
  read: T[];
  unreadable: ItemKey[];
}

/** Reads items one by one. Those that cannot be read are left out and logged. */
export function readEach<T>(items: readonly Item[], read: (item: Item) => T): ReadItems<T> {
  const result: ReadItems<T> = { read: [], unreadable: [] };
  for (const item of items) {
    const key = { PK: String(item.PK), SK: String(item.SK) };
    const value = readOr(() => read(item), key);
    if (value === undefined) result.unreadable.push(key);
    else result.read.push(value);
  }
  return result;
}

/** The result of `read`; undefined, with a log line, if the item cannot be read. */
export function readOr<T>(read: () => T, key: ItemKey): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    log('error', 'an item could not be read', { PK: key.PK, SK: withoutAddress(key.SK) }, error);
    return undefined;
  }
}

/** Keys of mails end with the recipient. */
const withoutAddress = (SK: string): string => (SK.includes('@') ? `${SK.slice(0, SK.indexOf('#') + 1)}…` : SK);

/**
 * Removes the value at a path, or, if it is missing, the value that lacks it. Lists are removed whole.
 * @param losesElement whether an attribute that is a list only loses the element
 * @returns undefined if the item itself lacks it
 */
function removeAt(item: Item, path: Path, losesElement: boolean): Removed | undefined {
  const parents: unknown[] = [item];
  for (const name of path.slice(0, -1)) parents.push(at(parents.at(-1), name));
  for (let length = path.length; length > 0; length--) {
    const [parent, name] = [parents[length - 1], path[length - 1] as PropertyKey];
    const value = at(parent, name);
    if (value === undefined) continue;
    if (!Array.isArray(parent)) delete (parent as Item)[name as string];
    else if (losesElement && length === 2) parent.splice(Number(name), 1);
    else continue;
    return { path: path.slice(0, length), value, isElement: Array.isArray(parent) };
  }
  return undefined;
}

const at = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<PropertyKey, unknown>)[name]
    : undefined;
