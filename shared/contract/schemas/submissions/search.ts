import * as z from 'zod/mini';
import { SEARCH_QUERY_LENGTH_MAX } from '../../limits.ts';
import { parseSearchQuery, type SearchTerm } from '../../searchQuery.ts';
import { CursorQuery, QueryFlag, textOfLength, Unreadable, unless } from '../common.ts';
import { CREATED_WITHIN } from '../moment.ts';
import { SubmissionWithData } from './submission.ts';

export const SearchTerms = textOfLength(1, SEARCH_QUERY_LENGTH_MAX).check(
  unless((text) => {
    const parsed = parseSearchQuery(text);
    return typeof parsed === 'string' ? parsed : undefined;
  }),
);

export const SearchQuery = z.object({
  query: z.optional(
    z.pipe(
      SearchTerms,
      z.transform((text) => parseSearchQuery(text) as SearchTerm[]),
    ),
  ),
  isRead: z.optional(QueryFlag),
  isSpam: z.optional(QueryFlag),
  ...CREATED_WITHIN,
  order: z._default(z.enum(['newest', 'oldest']), 'newest'),
  ...CursorQuery.shape,
});
export type SearchQuery = z.output<typeof SearchQuery>;

export const FoundSubmission = z.extend(SubmissionWithData, { createdAt: z.string() });
export type FoundSubmission = z.output<typeof FoundSubmission>;

export const SearchMetadata = z.object({
  cursor: z.optional(z.string()),
  examined: z.int().check(z.minimum(0)),
  done: z.boolean(),
  unreadable: Unreadable,
});

export const SearchResult = z.object({ _metadata: SearchMetadata, submissions: z.array(FoundSubmission) });
export type SearchResult = z.output<typeof SearchResult>;
