import * as z from 'zod';
import { ID_PATTERN } from '../ids.ts';
import { ITEMS_PER_PAGE_MAX } from '../limits.ts';

/** An endpoint id or key id in a path. */
export const PathId = z.string().regex(ID_PATTERN, 'must look like "enp_" or "key_" followed by letters and digits');

/** Text whose length is counted in characters, as JSON Schema does, not in UTF-16 units; lone surrogates are refused. */
export const textOf = (min: number, max: number) =>
  z
    .string()
    .refine((text) => text.isWellFormed() && inRange([...text].length, min, max), {
      error: `must have ${min} to ${max} characters`,
    })
    .meta({ minLength: min, maxLength: max });

const inRange = (value: number, min: number, max: number): boolean => value >= min && value <= max;

const positiveInteger = (fallback: number) =>
  z
    .string()
    .regex(/^0*[1-9]\d{0,14}$/, 'must be a whole number, 1 or more')
    .transform(Number)
    .default(fallback);

/** The query of a list: `page` from 1, `limit` items per page; a limit above 100 is served as 100. */
export const PageQuery = z.object({
  page: positiveInteger(1),
  limit: positiveInteger(ITEMS_PER_PAGE_MAX).transform((limit) => Math.min(limit, ITEMS_PER_PAGE_MAX)),
});
export type PageQuery = z.output<typeof PageQuery>;

/** The `_metadata` of a list. */
export const PageMetadata = z.object({
  totalPages: z.int().min(1),
  page: z.int().min(1),
  /** The limit in force, not the number of items on this page. */
  itemsPerPage: z.int().min(1).max(ITEMS_PER_PAGE_MAX),
});

export const pageMetadata = ({ page, limit }: PageQuery, totalPages: number): z.output<typeof PageMetadata> => ({
  totalPages,
  page,
  itemsPerPage: limit,
});

/** The answer to a delete: an object without fields. */
export const Empty = z.object({});
