import type { ZodMiniObject } from 'zod/mini';

/**
 * An item, or changes of one, with no other attributes than these, which policies of functions list as well. It says
 * nothing about attributes in expressions and in spread parts of unknown type: `npm run rights` covers those.
 */
export type WrittenFrom<Names extends readonly string[]> = { [Name in Names[number]]?: unknown };

/** Marked as pure where it is called, so that bundles leave out lists that only policies use. */
export function attributeNames<Schema extends ZodMiniObject>({ shape }: Schema) {
  return Object.keys(shape) as (keyof Schema['shape'] & string)[];
}

/** Joins two lists; also marked as pure. */
export function together<const A extends string, const B extends string>(a: readonly A[], b: readonly B[]): (A | B)[] {
  return [...a, ...b];
}
