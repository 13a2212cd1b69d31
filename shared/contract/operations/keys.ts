import { Empty, PageQuery } from '../schemas/common.ts';
import { Key, KeyCreate, KeyList, KeyUpdate, KeyVerify } from '../schemas/keys/key.ts';
import { operationsOf } from './define.ts';
import { ById, jsonBody } from './parts.ts';

const defineOperation = operationsOf('keys');

export const createKey = defineOperation({
  id: 'createKey',
  method: 'POST',
  repeatable: false,
  repeated: 'withoutSecret',
  path: '/v1/key',
  summary: 'Create a key',
  permission: 'write',
  narrowed: 'byHandler',
  ...jsonBody(KeyCreate),
  response: Key,
  status: 201,
  errors: ['USAGE_EXCEEDED'],
});

export const updateKey = defineOperation({
  id: 'updateKey',
  method: 'PUT',
  path: '/v1/key/{id}',
  summary: 'Update a key',
  permission: 'write',
  narrowed: 'byHandler',
  params: ById,
  ...jsonBody(KeyUpdate),
  response: Key,
});

export const verifyKey = defineOperation({
  id: 'verifyKey',
  method: 'POST',
  repeatable: true,
  path: '/v1/key/verify',
  summary: 'Verify a key',
  permission: 'read',
  leastRole: 'reader',
  narrowed: 'ofCaller',
  ...jsonBody(KeyVerify),
  response: Key,
  errors: ['NOT_FOUND'],
});

export const deleteKey = defineOperation({
  id: 'deleteKey',
  method: 'DELETE',
  path: '/v1/key/{id}',
  summary: 'Delete a key',
  permission: 'write',
  narrowed: 'byHandler',
  params: ById,
  response: Empty,
});

export const listKeys = defineOperation({
  id: 'listKeys',
  method: 'GET',
  path: '/v1/keys',
  summary: 'List keys',
  permission: 'read',
  narrowed: 'byHandler',
  query: PageQuery,
  response: KeyList,
});
