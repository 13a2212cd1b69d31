import { ENDPOINTS_PER_WORKSPACE_MAX, STATISTICS_DAYS_MAX } from '../limits.ts';
import { EXAMPLE_IDS } from '../schemas/commonDocs.ts';
import { ENDPOINT_SCHEMAS } from '../schemas/endpointDocs.ts';
import { StatisticsQuery } from '../schemas/statistics.ts';
import { STATISTICS_SCHEMAS } from '../schemas/statisticsDocs.ts';
import type { GroupDocs } from './documented.ts';
import type * as endpoints from './endpoints.ts';
import { deleted, listQuery, noParams, noQuery } from './partsDocs.ts';

const { Endpoint, EndpointCreate, EndpointUpdate, EndpointList } = ENDPOINT_SCHEMAS;

const byId = { params: { id: { description: 'The endpoint’s id.', example: EXAMPLE_IDS.endpoint } } };

export const ENDPOINTS_DOCS: GroupDocs<typeof endpoints> = {
  createEndpoint: {
    description: `Makes an endpoint in the key’s workspace. Forms can post to it at once, at \`/v1/f/\` followed by its \`id\`. A workspace holds at most ${ENDPOINTS_PER_WORKSPACE_MAX.toLocaleString('en')} endpoints.`,
    ...noParams,
    ...noQuery,
    body: {
      usual: { summary: 'A contact form', value: EndpointCreate.example },
      smallest: { summary: 'Only what is required', value: { slug: 'newsletter', targetEmails: [] } },
    },
    response: { description: 'The new endpoint.', example: Endpoint.example },
  },
  retrieveEndpoint: {
    description: 'Reads one endpoint.',
    ...byId,
    ...noQuery,
    response: { description: 'The endpoint.', example: Endpoint.example },
  },
  updateEndpoint: {
    description:
      'Changes the fields that are given and leaves the others as they are. Unknown fields are ignored, so what was read can be changed and sent back. A new `slug` frees the old one.',
    ...byId,
    ...noQuery,
    body: {
      disable: { summary: 'Receive no more submissions', value: EndpointUpdate.example },
      several: {
        summary: 'Change several fields',
        value: { name: 'Contact us', redirectUrl: 'https://www.example.com/thanks', color: 'indigo' },
      },
    },
    response: { description: 'The endpoint as it is now.', example: { ...Endpoint.example, isEnabled: false } },
  },
  deleteEndpoint: {
    description:
      'The endpoint is gone at once, and its slug is free again. Its submissions are removed in the background, however many there are. This cannot be undone.',
    ...byId,
    ...noQuery,
    ...deleted,
  },
  listEndpoints: {
    description: 'Lists the endpoints of the key’s workspace, oldest first.',
    ...noParams,
    ...listQuery,
    response: { description: 'One page of endpoints.', example: EndpointList.example },
  },
  listStatistics: {
    description:
      'Sums up the submissions of each endpoint of the key’s workspace, in the order of list-endpoints. What happened a moment ago may be missing.',
    ...noParams,
    ...listQuery,
    response: { description: 'One page of statistics.', example: STATISTICS_SCHEMAS.StatisticsList.example },
  },
  retrieveStatistics: {
    description: 'Sums up the submissions of one endpoint, day by day. What happened a moment ago may be missing.',
    ...byId,
    query: {
      days: {
        description: `How many days back, today included: at most ${STATISTICS_DAYS_MAX}.`,
        example: 7,
        default: StatisticsQuery.parse({}).days,
      },
    },
    response: { description: 'The statistics.', example: STATISTICS_SCHEMAS.EndpointStatistics.example },
  },
};
