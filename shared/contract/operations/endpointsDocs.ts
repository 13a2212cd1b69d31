import { ENDPOINTS_PER_WORKSPACE_MAX, STATISTICS_DAYS_MAX } from '../limits.ts';
import { EXAMPLE_IDS } from '../schemas/commonDocs.ts';
import { ENDPOINT_SCHEMAS } from '../schemas/endpointDocs.ts';
import { StatisticsQuery } from '../schemas/statistics.ts';
import { STATISTICS_SCHEMAS } from '../schemas/statisticsDocs.ts';
import type { GroupDocs } from './documented.ts';
import type * as endpoints from './endpoints.ts';
import { deleted, listQuery } from './partsDocs.ts';

const { Endpoint, EndpointCreate, EndpointUpdate, EndpointList } = ENDPOINT_SCHEMAS;

const byId = { params: { id: { description: 'The endpoint’s id.', example: EXAMPLE_IDS.endpoint } } };

export const ENDPOINTS_DOCS: GroupDocs<typeof endpoints> = {
  createEndpoint: {
    description: `Creates an endpoint in the key’s workspace. Forms can post to it at once, at \`/v1/f/\` followed by its \`id\`. A workspace can have ${ENDPOINTS_PER_WORKSPACE_MAX.toLocaleString('en')} endpoints.`,
    body: {
      usual: { summary: 'A contact form', value: EndpointCreate.example },
      smallest: { summary: 'Only what is required', value: { slug: 'newsletter', targetEmails: [] } },
    },
    response: { description: 'The new endpoint.', example: Endpoint.example },
  },
  retrieveEndpoint: {
    description: 'Retrieves an endpoint.',
    ...byId,
    response: { description: 'The endpoint.', example: Endpoint.example },
  },
  updateEndpoint: {
    description:
      'Changes the given fields; omitted ones stay unchanged. Unknown fields are ignored, so a retrieved endpoint can be changed and sent back. A new `slug` frees the old one.',
    ...byId,
    body: {
      disable: { summary: 'Stop accepting submissions', value: EndpointUpdate.example },
      several: {
        summary: 'Change several fields',
        value: { name: 'Contact us', redirectUrl: 'https://www.example.com/thanks', color: 'indigo' },
      },
    },
    response: { description: 'The updated endpoint.', example: { ...Endpoint.example, isEnabled: false } },
  },
  deleteEndpoint: {
    description:
      'Deletes the endpoint at once and frees its slug. All its submissions are removed in the background. This cannot be undone.',
    ...byId,
    ...deleted,
  },
  listEndpoints: {
    description: 'Lists the endpoints of the key’s workspace, oldest first.',
    ...listQuery,
    response: { description: 'One page of endpoints.', example: EndpointList.example },
  },
  listStatistics: {
    description:
      'Totals of the submissions of each endpoint in the key’s workspace, in the order of list-endpoints. They may lag behind by a few seconds.',
    ...listQuery,
    response: { description: 'One page of statistics.', example: STATISTICS_SCHEMAS.StatisticsList.example },
  },
  retrieveStatistics: {
    description: 'Totals of an endpoint’s submissions, also by day. They may lag behind by a few seconds.',
    ...byId,
    query: {
      days: {
        description: `Number of days including today: at most ${STATISTICS_DAYS_MAX}.`,
        example: 7,
        default: StatisticsQuery.parse({}).days,
      },
    },
    response: { description: 'The statistics.', example: STATISTICS_SCHEMAS.EndpointStatistics.example },
  },
};
