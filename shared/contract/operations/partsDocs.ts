import { ITEMS_PER_PAGE_MAX } from '../limits.ts';
import { PageQuery } from '../schemas/common.ts';
import { COMMON_SCHEMAS, EXAMPLE_IDS } from '../schemas/commonDocs.ts';
import { EXAMPLE_CURSOR } from '../schemas/searchDocs.ts';

const { page, itemsPerPage } = COMMON_SCHEMAS.PageMetadata.example;
const DEFAULTS = PageQuery.parse({});

const limitOf = (returned: string, example: number) => ({
  description: `${returned}. More than ${ITEMS_PER_PAGE_MAX} counts as ${ITEMS_PER_PAGE_MAX}.`,
  example,
  default: DEFAULTS.limit,
});

export const listQuery = {
  query: {
    page: {
      description: 'Number of the page, starting at 1. A page past the last is `NOT_FOUND`.',
      example: page,
      default: DEFAULTS.page,
    },
    limit: limitOf('Items per page', itemsPerPage),
  },
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

export const byEndpointId = {
  params: { endpointId: { description: 'The endpoint’s id.', example: EXAMPLE_IDS.endpoint } },
};

export const bySubmissionId = {
  params: {
    ...byEndpointId.params,
    id: { description: 'The id of a submission of this endpoint.', example: EXAMPLE_IDS.submission },
  },
};

export const deleted = { response: { description: 'Deleted.', example: {} } };
