import * as z from 'zod/mini';
import { ID_PATTERN } from '../ids.ts';
import { ITEMS_PER_PAGE_MAX } from '../limits.ts';

/** Longer than any id of the service, and short enough for a key of the table. */
const ID_LENGTH_MAX = 100;

/** The id of an endpoint, key or webhook in a path. Longer ids do not exist, so they are cut. */
export const PathId = z.string().check(
  z.regex(ID_PATTERN, 'must look like "enp_" followed by letters and digits'),
  z.overwrite((id) => id.slice(0, ID_LENGTH_MAX)),
);

/** Text whose length is measured in characters, like in JSON Schema, not in UTF-16 units; rejects lone surrogates. */
export const textOfLength = (min: number, max: number) =>
  z.string().check(
    z.refine(
      (text) => text.isWellFormed() && inRange([...text].length, min, max),
      `must have ${min} to ${max} characters`,
    ),
    z.meta({ minLength: min, maxLength: max }),
  );

/**
 * A list with length limits that only apply to lists: zod's own checks would also measure a string sent in its place.
 */
export const listOf = <Item extends z.ZodMiniType>(item: Item, min: number, max: number, items: string) =>
  z.array(item).check(
    z.refine(({ length }) => inRange(length, min, max), `must have ${min} to ${max} ${items}`),
    z.meta({ minItems: min, maxItems: max }),
  );

const inRange = (value: number, min: number, max: number): boolean => value >= min && value <= max;

/** True if a value is a JSON object, not a list or null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rejects a value in which this function finds a problem. */
export const unless = <T>(problemOf: (value: T) => string | undefined) =>
  z.superRefine<T>((value, { addIssue }) => {
    const message = problemOf(value);
    if (message) addIssue({ code: 'custom', message });
  });

export const positiveInteger = (fallback: number, max = Number.MAX_SAFE_INTEGER) =>
  z._default(
    z.pipe(
      z.string().check(
        z.refine((digits) => /^0*[1-9]\d*$/.test(digits), 'must be a whole number, 1 or more'),
        z.meta({ type: 'integer', minimum: 1 }),
      ),
      z.transform((digits) => Math.min(Number(digits), max)),
    ),
    fallback,
  );

/**
 * Requires at least one of these fields. Expressed in JSON Schema as "not every name is another one", because `anyOf`
 * with `required` makes client generators lose the fields (OpenAPITools/openapi-generator#4515).
 */
export const withOneOf = (names: string[]) => [
  z.refine<object>(
    (body) => names.some((name) => (body as Record<string, unknown>)[name] !== undefined),
    `must have at least one of ${names.join(', ')}`,
  ),
  z.meta<object>({ not: { propertyNames: { not: { enum: names } } } }),
];

/** The body of an update: at least one of these fields. */
export const changesOf = <Shape extends z.core.$ZodShape>(fields: z.ZodMiniObject<Shape>) =>
  z.partial(fields).check(...withOneOf(Object.keys(fields.shape)), z.meta({ minProperties: 1 }));

/** Items per response; a limit above 100 is reduced to 100. */
const limit = positiveInteger(ITEMS_PER_PAGE_MAX, ITEMS_PER_PAGE_MAX);

/** The query of a list with pages, counted from 1. */
export const PageQuery = z.object({ page: positiveInteger(1), limit });
export type PageQuery = z.output<typeof PageQuery>;

export const CursorQuery = z.object({ limit, cursor: z.optional(z.string()) });

/** Stored settings that only a newer version knows, by path; as it does without them, this one uses their defaults. */
export const UnknownSettings = z.optional(z.record(z.string(), z.unknown()));

/** Ids of unreadable items omitted from a part of a list; absent if none were omitted. */
export const Unreadable = z.optional(z.array(z.string()));

export const PageMetadata = z.object({
  totalPages: z.int().check(z.minimum(1)),
  page: z.int().check(z.minimum(1)),
  itemsPerPage: z.int().check(z.minimum(1), z.maximum(ITEMS_PER_PAGE_MAX)),
  unreadable: Unreadable,
});

export const pageMetadata = (
  { page, limit }: PageQuery,
  { totalPages, unreadable }: { totalPages: number; unreadable: string[] },
): z.output<typeof PageMetadata> => ({ totalPages, page, itemsPerPage: limit, ...shownUnreadable(unreadable) });

export const shownUnreadable = (unreadable: string[]) => (unreadable.length > 0 ? { unreadable } : {});

/** The response if there is nothing to say. */
export const Empty = z.object({});

/** A boolean in a query. */
export const QueryFlag = z.pipe(
  z.string().check(
    z.refine((text) => text === 'true' || text === 'false', 'must be true or false'),
    z.meta({ type: 'boolean' }),
  ),
  z.transform((text) => text === 'true'),
);
