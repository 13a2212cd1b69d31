import * as z from 'zod/mini';
import { ERROR_CODES, type ErrorBody, type ErrorCode } from '../errors.ts';
import { ID_PREFIX } from '../ids.ts';
import { docsUrl } from '../sitePages.ts';
import { Empty, PageMetadata } from './common.ts';
import { documented } from './documented.ts';
import { FieldIssue } from './fieldRules.ts';

/** Stands for the address of the site in examples, wherever the site is. */
export const EXAMPLE_SITE = 'https://forms.example';

/** Identifiers that examples speak of. */
export const EXAMPLE_IDS = {
  workspace: 'ws_01JCZ8M2A9H5DKXW7E4RBTQ6PN',
  endpoint: 'enp_01JCZ8Q4M7T3V9XK2R5N6W0BHD',
  submission: 'sub_01JD0B6E1FZ4GQ8S7YMP3CWKTA',
  upload: 'upl_01JD0B5X2N8R4V7QK1HMT9WCEZ',
  file: 'fil_01JD0B6E1G7XQ3N5R8TVW2KYPA',
  key: 'key_7hQ2mVx9RkTb4Zs1NpYw3C',
  webhook: 'whk_01JCZ8Q4M7T3V9XK2R5N6W0BHD01JCZ9A0D6W5R2YB',
} as const;

/** A field that holds an identifier made by the service. */
export const idField = (kind: keyof typeof ID_PREFIX, description: string) => ({
  description,
  pattern: `^${ID_PREFIX[kind]}_[a-zA-Z0-9]+$`,
});

const CODES = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

const ErrorSchema: z.ZodMiniType<ErrorBody, ErrorBody> = z.object({
  code: z.enum(CODES),
  message: z.string(),
  docs: z.url(),
  requestId: z.string(),
  issues: z.optional(z.array(FieldIssue)),
});

/** An error as it would be answered with this message. */
export const exampleError = (code: ErrorCode, message: string): ErrorBody => ({
  code,
  message,
  docs: docsUrl(EXAMPLE_SITE, code),
  requestId: 'Ghk3dE2mFiAEJbA=',
});

export const COMMON_SCHEMAS = {
  PageMetadata: documented({
    schema: PageMetadata,
    description: 'Where a page stands in its list.',
    fields: {
      totalPages: 'How many pages the list has with this `limit`; 1 for an empty list.',
      page: 'The page that this is.',
      itemsPerPage: 'The limit in force, not the number of items on this page.',
    },
    example: { totalPages: 3, page: 1, itemsPerPage: 20 },
  }),
  Empty: documented({
    schema: Empty,
    description: 'The answer to a delete: an object without fields.',
    fields: {},
    example: {},
  }),
  Error: documented({
    schema: ErrorSchema,
    description:
      'The body of every error: the same four fields, whatever went wrong, and `issues` where a submission broke rules for fields.',
    fields: {
      code: 'What went wrong, for a program. `NOT_UNIQUE` and `UNPROCESSABLE_ENTITY` are reserved: no operation answers them.',
      message: 'What is wrong with this request, for a person. Its wording may change.',
      docs: 'Address of the page that explains the code.',
      requestId: 'Finds the request in the service’s log; the response header `X-Request-Id` has the same value.',
      issues:
        'What is wrong with fields of a submission, one each, in the order of the endpoint’s `fields`. Absent from every other error.',
    },
    example: exampleError('NOT_FOUND', 'There is no such endpoint.'),
  }),
};
