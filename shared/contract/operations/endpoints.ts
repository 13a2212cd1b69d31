import { Empty, PageQuery } from '../schemas/common.ts';
import { Endpoint, EndpointCreate, EndpointList, EndpointUpdate } from '../schemas/endpoint.ts';
import { EndpointStatistics, StatisticsList, StatisticsQuery } from '../schemas/statistics.ts';
import { defineOperation } from './define.ts';
import { ById, jsonBody, None, noBody } from './parts.ts';

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
});

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
});
