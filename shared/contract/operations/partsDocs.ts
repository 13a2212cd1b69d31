import { ITEMS_PER_PAGE_MAX } from '../limits.ts';
import { PageQuery } from '../schemas/common.ts';
import { COMMON_SCHEMAS, EXAMPLE_IDS } from '../schemas/commonDocs.ts';

const { page, itemsPerPage } = COMMON_SCHEMAS.PageMetadata.example;
const DEFAULTS = PageQuery.parse({});

export const listQuery = {
  query: {
    page: {
      description: 'Number of the page, starting at 1. A page past the last is `NOT_FOUND`.',
      example: page,
      default: DEFAULTS.page,
    },
    limit: {
      description: `Items per page. More than ${ITEMS_PER_PAGE_MAX} counts as ${ITEMS_PER_PAGE_MAX}.`,
      example: itemsPerPage,
      default: DEFAULTS.limit,
    },
  },
};

export const byEndpointId = {
  params: { endpointId: { description: 'The endpoint’s id.', example: EXAMPLE_IDS.endpoint } },
};

export const bySubmissionId = {
  params: {
    ...byEndpointId.params,
    id: {
      description: 'The id of a submission of this endpoint.',
      example: EXAMPLE_IDS.submission,
    },
  },
};

export const deleted = { response: { description: 'Deleted.', example: {} } };
