import { ENDPOINTS_PER_WORKSPACE_MAX, STATISTICS_DAYS_MAX } from '../limits.ts';
import { ENDPOINT_SCHEMAS } from '../schemas/endpoints/endpointDocs.ts';
import type { GroupDocs } from './documented.ts';
import type * as endpoints from './endpoints.ts';

export const ENDPOINTS_DOCS: GroupDocs<typeof endpoints> = {
  createEndpoint: {
    tool: {},
    description: `Creates an endpoint in the key’s workspace. Forms can post to it at once, at \`/v1/f/\` followed by its \`id\`. A workspace can have ${ENDPOINTS_PER_WORKSPACE_MAX.toLocaleString('en')} endpoints.`,
    body: {
      usual: { summary: 'A contact form' },
      smallest: { summary: 'Only what is required', value: { slug: 'newsletter', targetEmails: [] } },
    },
    response: 'The new endpoint.',
  },
  retrieveEndpoint: { tool: {}, description: 'Retrieves an endpoint.', response: 'The endpoint.' },
  updateEndpoint: {
    tool: { isDestructive: true },
    description:
      'Changes the given fields; omitted ones stay unchanged. Unknown fields are ignored, so a retrieved endpoint can be changed and sent back. A new `slug` frees the old one.',
    body: {
      disable: { summary: 'Stop accepting submissions' },
      several: {
        summary: 'Change several fields',
        value: { name: 'Contact us', redirectUrl: 'https://www.example.com/thanks', color: 'indigo' },
      },
    },
    response: 'The updated endpoint.',
    example: { ...ENDPOINT_SCHEMAS.Endpoint.example, isEnabled: false },
  },
  deleteEndpoint: {
    tool: {},
    description:
      'Deletes the endpoint at once and frees its slug. All its submissions are removed in the background. This cannot be undone.',
  },
  listEndpoints: { tool: {}, description: 'Lists the endpoints of the key’s workspace, oldest first.' },
  listStatistics: {
    tool: {},
    description:
      'Totals of the submissions of each endpoint in the key’s workspace, in the order of list-endpoints. They may lag behind by a few seconds.',
  },
  retrieveStatistics: {
    tool: {},
    description: 'Totals of an endpoint’s submissions, also by day. They may lag behind by a few seconds.',
    query: { days: { description: `Number of days including today: at most ${STATISTICS_DAYS_MAX}.`, example: 7 } },
  },
};
