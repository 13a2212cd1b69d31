import { ENTRY_ATTRIBUTES } from '../../shared/pageIndex/flagCounts.ts';
import { ENTRY_COPIES } from '../../shared/storage/endpoints/keeping.ts';
import { SLUG_ATTRIBUTES } from '../../shared/storage/endpoints/slugs.ts';
import { type Access, counting, ENDPOINT_ATTRIBUTES, type TablePermission } from './access.ts';

/**
 * Counts endpoints without statistics from the index and from the keys and flags of submissions.
 */
const COUNTING_SUBMISSIONS: readonly TablePermission[] = [
  { actions: ['GetItem'], partitions: ['index'] },
  { actions: ['Query'], partitions: ['endpoint'], attributes: ENTRY_ATTRIBUTES },
];

export const ENDPOINTS_ACCESS = {
  createEndpoint: {
    loadsPartsLater: true,
    tablePermissions: [
      {
        actions: ['PutItem'],
        partitions: ['endpoint', 'workspace', 'keepingEndpoints'],
        // A new endpoint has no due submissions.
        attributes: [...ENDPOINT_ATTRIBUTES.filter((name) => name !== 'goneBefore'), ...SLUG_ATTRIBUTES],
      },
      { actions: ['GetItem'], partitions: ['workspace'], attributes: ['endpointDefaults'] },
      counting('endpointCount'),
    ],
  },
  retrieveEndpoint: { readsBesideKey: ['endpoint'] },
  updateEndpoint: {
    loadsPartsLater: true,
    readsBesideKey: ['endpoint'],
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['endpoint'] },
      { actions: ['UpdateItem'], partitions: ['endpoint'], attributes: ENDPOINT_ATTRIBUTES, returnsItem: true },
      {
        actions: ['PutItem'],
        partitions: ['workspace', 'keepingEndpoints'],
        attributes: [...SLUG_ATTRIBUTES, ...ENTRY_COPIES],
      },
      { actions: ['DeleteItem'], partitions: ['workspace'], attributes: SLUG_ATTRIBUTES },
    ],
  },
  deleteEndpoint: {
    readsBesideKey: ['endpoint'],
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['endpoint'] },
      { actions: ['DeleteItem'], partitions: ['endpoint', 'workspace'] },
      counting('endpointCount'),
    ],
  },
  listEndpoints: {
    tablePermissions: [
      { actions: ['GetItem', 'Query'], partitions: ['workspace'] },
      { actions: ['BatchGetItem'], partitions: ['endpoint'] },
    ],
  },
  listStatistics: {
    tablePermissions: [
      { actions: ['GetItem', 'Query'], partitions: ['workspace'] },
      { actions: ['BatchGetItem'], partitions: ['index'] },
      ...COUNTING_SUBMISSIONS,
    ],
  },
  retrieveStatistics: {
    readsBesideKey: ['endpoint', 'index'],
    tablePermissions: [...COUNTING_SUBMISSIONS, { actions: ['Query'], partitions: ['index'], attributes: ['removed'] }],
  },
} satisfies Access<'endpoints'>;
