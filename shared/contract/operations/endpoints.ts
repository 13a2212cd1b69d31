import { Empty, PageQuery } from '../schemas/common.ts';
import { Endpoint, EndpointCreate, EndpointList, EndpointUpdate } from '../schemas/endpoints/endpoint.ts';
import { EndpointStatistics, StatisticsList, StatisticsQuery } from '../schemas/submissions/statistics.ts';
import { operationsOf } from './define.ts';
import { ById, jsonBody } from './parts.ts';

const defineOperation = operationsOf('endpoints');

export const createEndpoint = defineOperation({
  id: 'createEndpoint',
  method: 'POST',
  repeatable: false,
  repeated: 'sameResponse',
  path: '/v1/endpoint',
  summary: 'Create an endpoint',
  permission: 'write',
  ...jsonBody(EndpointCreate),
  response: Endpoint,
  status: 201,
  errors: ['USAGE_EXCEEDED'],
});

export const retrieveEndpoint = defineOperation({
  id: 'retrieveEndpoint',
  method: 'GET',
  path: '/v1/endpoint/{id}',
  summary: 'Retrieve an endpoint',
  permission: 'read',
  params: ById,
  response: Endpoint,
});

export const updateEndpoint = defineOperation({
  id: 'updateEndpoint',
  method: 'PUT',
  path: '/v1/endpoint/{id}',
  summary: 'Update an endpoint',
  permission: 'write',
  params: ById,
  ...jsonBody(EndpointUpdate),
  response: Endpoint,
  errors: ['CONFLICT'],
});

export const deleteEndpoint = defineOperation({
  id: 'deleteEndpoint',
  method: 'DELETE',
  path: '/v1/endpoint/{id}',
  summary: 'Delete an endpoint',
  permission: 'write',
  params: ById,
  response: Empty,
  errors: ['CONFLICT'],
});

export const listEndpoints = defineOperation({
  id: 'listEndpoints',
  method: 'GET',
  path: '/v1/endpoints',
  summary: 'List endpoints',
  permission: 'read',
  narrowed: 'byHandler',
  query: PageQuery,
  response: EndpointList,
});

export const listStatistics = defineOperation({
  id: 'listStatistics',
  method: 'GET',
  path: '/v1/statistics',
  summary: 'List statistics of all endpoints',
  permission: 'read',
  narrowed: 'byHandler',
  query: PageQuery,
  response: StatisticsList,
});

export const retrieveStatistics = defineOperation({
  id: 'retrieveStatistics',
  method: 'GET',
  path: '/v1/endpoint/{id}/statistics',
  summary: 'Retrieve statistics of an endpoint',
  permission: 'read',
  params: ById,
  query: StatisticsQuery,
  response: EndpointStatistics,
});
