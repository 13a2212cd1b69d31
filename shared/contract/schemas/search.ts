import * as z from 'zod/mini';
import { ITEMS_PER_PAGE_MAX, SEARCH_QUERY_LENGTH_MAX } from '../limits.ts';
import { parseSearchQuery, type SearchTerm } from '../searchQuery.ts';
import { momentOf } from '../time.ts';
import { positiveInteger, textOf } from './common.ts';
import { SubmissionWithData } from './submission.ts';

/** `true` or `false` in a query. */
const flag = z.pipe(
  z.enum(['true', 'false']).check(z.meta({ type: 'boolean' })),
  z.transform((text) => text === 'true'),
);

/** A date or moment, as milliseconds since 1970. */
const moment = z.pipe(
  z
    .string()
    .check(z.refine((text) => momentOf(text) !== undefined, 'must be a date such as 2026-11-22, or a time in UTC')),
  z.transform((text) => momentOf(text) as number),
);

const terms = z.pipe(
  textOf(1, SEARCH_QUERY_LENGTH_MAX).check(
    z.check((payload) => {
      const parsed = parseSearchQuery(payload.value);
      if (typeof parsed === 'string') payload.issues.push({ code: 'custom', input: payload.value, message: parsed });
    }),
  ),
  z.transform((text) => parseSearchQuery(text) as SearchTerm[]),
);

export const SearchQuery = z.object({
  query: z.optional(terms),
  isRead: z.optional(flag),
  isSpam: z.optional(flag),
  createdAfter: z.optional(moment),
  createdBefore: z.optional(moment),
  order: z._default(z.enum(['newest', 'oldest']), 'newest'),
  limit: positiveInteger(ITEMS_PER_PAGE_MAX, ITEMS_PER_PAGE_MAX),
  cursor: z.optional(z.string()),
});
export type SearchQuery = z.output<typeof SearchQuery>;

export const FoundSubmission = z.extend(SubmissionWithData, { createdAt: z.string() });
export type FoundSubmission = z.output<typeof FoundSubmission>;

export const SearchMetadata = z.object({
  cursor: z.optional(z.string()),
  examined: z.int().check(z.minimum(0)),
  done: z.boolean(),
});

export const SearchResult = z.object({ _metadata: SearchMetadata, submissions: z.array(FoundSubmission) });
export type SearchResult = z.output<typeof SearchResult>;
