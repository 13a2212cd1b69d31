import { ITEMS_PER_PAGE_MAX } from '../limits.ts';
import { COMMON_SCHEMAS, EXAMPLE_IDS } from '../schemas/commonDocs.ts';
import { EXAMPLE_CURSOR } from '../schemas/submissions/searchDocs.ts';
import type { Operation } from './define.ts';
import type { ParamDocs } from './documented.ts';

const { page, itemsPerPage } = COMMON_SCHEMAS.PageMetadata.example;

const limitOf = (returned: string, example: number) => ({
  description: `${returned}. More than ${ITEMS_PER_PAGE_MAX} counts as ${ITEMS_PER_PAGE_MAX}.`,
  example,
});

export const pageQuery = {
  page: { description: 'Number of the page, starting at 1. A page past the last is `NOT_FOUND`.', example: page },
  limit: limitOf('Items per page', itemsPerPage),
};

/** The query of a list that a cursor continues; `continued` is the rest of the sentence about the cursor. */
export const cursorQuery = (items: string, continued: string) => ({
  limit: limitOf(`The most ${items} to return`, 20),
  cursor: {
    description: `From the previous response, to continue${continued}`,
    example: EXAMPLE_CURSOR,
    isLeftOut: true as const,
  },
});

export const CREATED_WITHIN_QUERY = {
  createdAfter: {
    description: 'Only those created since this date or time (UTC).',
    example: '2026-11-01',
    isLeftOut: true,
  },
  createdBefore: {
    description: 'Only those created before this date or time (UTC).',
    example: '2026-11-22 12:00:00',
    isLeftOut: true,
  },
} as const;

/** The parameter `id` of paths, by the operation's group. */
const RESOURCE_IDS: Record<Operation['group'], { description: string; example: string }> = {
  endpoints: { description: 'The endpoint’s id.', example: EXAMPLE_IDS.endpoint },
  submissions: { description: 'The id of a submission of this endpoint.', example: EXAMPLE_IDS.submission },
  keys: { description: 'The key’s id, not its secret.', example: EXAMPLE_IDS.key },
  webhooks: { description: 'The webhook’s id.', example: EXAMPLE_IDS.webhook },
  confirmations: { description: 'The id of a submission of this endpoint.', example: EXAMPLE_IDS.submission },
  members: { description: 'The member’s id.', example: EXAMPLE_IDS.member },
  audit: { description: 'The entry’s id.', example: EXAMPLE_IDS.auditEntry },
};

const SESSION_ID = { description: 'The session’s id, not its secret.', example: EXAMPLE_IDS.session };

export function pathParams({ path, group }: Operation): Record<string, ParamDocs> {
  const all: Record<string, ParamDocs> = {
    endpointId: RESOURCE_IDS.endpoints,
    id: path.startsWith('/v1/session') ? SESSION_ID : RESOURCE_IDS[group],
    fileId: { description: 'The file’s id, from the submission’s `files`.', example: EXAMPLE_IDS.file },
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => path.includes(`{${name}}`)));
}
