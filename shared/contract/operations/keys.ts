import { Empty, PageQuery } from '../schemas/common.ts';
import { Key, KeyCreate, KeyList, KeyUpdate, KeyVerify } from '../schemas/key.ts';
import { defineOperation } from './define.ts';
import { ById, jsonBody, None, noBody } from './parts.ts';

export const createKey = defineOperation({
  id: 'createKey',
  group: 'keys',
  method: 'POST',
  path: '/v1/key',
  summary: 'Create a key',
  permission: 'write',
  params: None,
  query: None,
  ...jsonBody(KeyCreate),
  response: Key,
  status: 201,
  errors: ['USAGE_EXCEEDED'],
});

export const updateKey = defineOperation({
  id: 'updateKey',
  group: 'keys',
  method: 'PUT',
  path: '/v1/key/{id}',
  summary: 'Update a key',
  permission: 'write',
  params: ById,
  query: None,
  ...jsonBody(KeyUpdate),
  response: Key,
  status: 200,
});

export const verifyKey = defineOperation({
  id: 'verifyKey',
  group: 'keys',
  method: 'POST',
  path: '/v1/key/verify',
  summary: 'Verify a key',
  permission: 'read',
  params: None,
  query: None,
  ...jsonBody(KeyVerify),
  response: Key,
  status: 200,
  errors: ['NOT_FOUND'],
});

export const deleteKey = defineOperation({
  id: 'deleteKey',
  group: 'keys',
  method: 'DELETE',
  path: '/v1/key/{id}',
  summary: 'Delete a key',
  permission: 'write',
  params: ById,
  query: None,
  ...noBody,
  response: Empty,
  status: 200,
});

export const listKeys = defineOperation({
  id: 'listKeys',
  group: 'keys',
  method: 'GET',
  path: '/v1/keys',
  summary: 'List keys',
  permission: 'read',
  params: None,
  query: PageQuery,
  ...noBody,
  response: KeyList,
  status: 200,
});
