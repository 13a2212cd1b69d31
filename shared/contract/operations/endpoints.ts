import { Empty, PageQuery } from '../schemas/common.ts';
import { Endpoint, EndpointCreate, EndpointList, EndpointUpdate } from '../schemas/endpoint.ts';
import { EndpointStatistics, StatisticsList, StatisticsQuery } from '../schemas/statistics.ts';
import { defineOperation, type TablePermission } from './define.ts';
import { ById, counting, ENDPOINT_ATTRIBUTES, jsonBody, None, noBody } from './parts.ts';

export const createEndpoint = defineOperation({
  id: 'createEndpoint',
  group: 'endpoints',
  method: 'POST',
  path: '/v1/endpoint',
  summary: 'Create an endpoint',
  permission: 'write',
  params: None,
  query: None,
  ...jsonBody(EndpointCreate),
  response: Endpoint,
  status: 201,
  errors: ['CONFLICT', 'USAGE_EXCEEDED'],
  tablePermissions: [
    { actions: ['PutItem'], partitions: ['endpoint'], attributes: ENDPOINT_ATTRIBUTES },
    { actions: ['PutItem'], partitions: ['workspace'], attributes: ['endpointId'] },
    counting('endpointCount'),
  ],
});

export const retrieveEndpoint = defineOperation({
  id: 'retrieveEndpoint',
  group: 'endpoints',
  method: 'GET',
  path: '/v1/endpoint/{id}',
  summary: 'Retrieve an endpoint',
  permission: 'read',
  params: ById,
  query: None,
  ...noBody,
  response: Endpoint,
  status: 200,
  readsBesideKey: ['endpoint'],
  tablePermissions: [{ actions: ['GetItem'], partitions: ['endpoint'] }],
});

export const updateEndpoint = defineOperation({
  id: 'updateEndpoint',
  group: 'endpoints',
  method: 'PUT',
  path: '/v1/endpoint/{id}',
  summary: 'Update an endpoint',
  permission: 'write',
  params: ById,
  query: None,
  ...jsonBody(EndpointUpdate),
  response: Endpoint,
  status: 200,
  errors: ['CONFLICT'],
  readsBesideKey: ['endpoint'],
  tablePermissions: [
    { actions: ['GetItem'], partitions: ['endpoint'] },
    { actions: ['UpdateItem'], partitions: ['endpoint'], attributes: ENDPOINT_ATTRIBUTES, returnsItem: true },
    { actions: ['PutItem', 'DeleteItem'], partitions: ['workspace'], attributes: ['endpointId'] },
  ],
});

export const deleteEndpoint = defineOperation({
  id: 'deleteEndpoint',
  group: 'endpoints',
  method: 'DELETE',
  path: '/v1/endpoint/{id}',
  summary: 'Delete an endpoint',
  permission: 'write',
  params: ById,
  query: None,
  ...noBody,
  response: Empty,
  status: 200,
  errors: ['CONFLICT'],
  readsBesideKey: ['endpoint'],
  tablePermissions: [
    { actions: ['GetItem', 'DeleteItem'], partitions: ['endpoint'] },
    { actions: ['DeleteItem'], partitions: ['workspace'] },
    counting('endpointCount'),
  ],
});

export const listEndpoints = defineOperation({
  id: 'listEndpoints',
  group: 'endpoints',
  method: 'GET',
  path: '/v1/endpoints',
  summary: 'List endpoints',
  permission: 'read',
  params: None,
  query: PageQuery,
  ...noBody,
  response: EndpointList,
  status: 200,
  tablePermissions: [
    { actions: ['GetItem', 'Query'], partitions: ['workspace'] },
    { actions: ['BatchGetItem'], partitions: ['endpoint'] },
  ],
});

/**
 * Endpoints without statistics are counted from the index and the submissions, of which only keys and flags are read.
 */
const COUNTING_SUBMISSIONS: readonly TablePermission[] = [
  { actions: ['GetItem'], partitions: ['index'] },
  { actions: ['Query'], partitions: ['endpoint'], attributes: ['isRead', 'isSpam', 'spamReason'] },
];

export const listStatistics = defineOperation({
  id: 'listStatistics',
  group: 'endpoints',
  method: 'GET',
  path: '/v1/statistics',
  summary: 'List statistics of all endpoints',
  permission: 'read',
  params: None,
  query: PageQuery,
  ...noBody,
  response: StatisticsList,
  status: 200,
  tablePermissions: [
    { actions: ['GetItem', 'Query'], partitions: ['workspace'] },
    { actions: ['BatchGetItem'], partitions: ['index'] },
    ...COUNTING_SUBMISSIONS,
  ],
});

export const retrieveStatistics = defineOperation({
  id: 'retrieveStatistics',
  group: 'endpoints',
  method: 'GET',
  path: '/v1/endpoint/{id}/statistics',
  summary: 'Retrieve statistics of an endpoint',
  permission: 'read',
  params: ById,
  query: StatisticsQuery,
  ...noBody,
  response: EndpointStatistics,
  status: 200,
  readsBesideKey: ['endpoint', 'index'],
  tablePermissions: [{ actions: ['GetItem'], partitions: ['endpoint'] }, ...COUNTING_SUBMISSIONS],
});
