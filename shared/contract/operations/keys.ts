import { Empty, PageQuery } from '../schemas/common.ts';
import { Key, KeyCreate, KeyList, KeyUpdate, KeyVerify } from '../schemas/key.ts';
import { defineOperation } from './define.ts';
import { ById, counting, jsonBody, None, noBody } from './parts.ts';

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
  tablePermissions: [
    { actions: ['PutItem'], partitions: ['key'] },
    { actions: ['PutItem'], partitions: ['workspace'], attributes: [] },
    counting('keyCount'),
  ],
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
  tablePermissions: [
    {
      actions: ['UpdateItem'],
      partitions: ['key'],
      attributes: ['name', 'expiresAt', 'notedUntil', 'workspaceId'],
      returnsItem: true,
    },
  ],
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
  readsBesideKey: ['key'],
  tablePermissions: [{ actions: ['GetItem'], partitions: ['key'] }],
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
  readsBesideKey: ['key'],
  tablePermissions: [
    { actions: ['GetItem', 'DeleteItem'], partitions: ['key'] },
    { actions: ['DeleteItem'], partitions: ['workspace'] },
    counting('keyCount'),
  ],
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
  tablePermissions: [
    { actions: ['GetItem', 'Query'], partitions: ['workspace'] },
    { actions: ['BatchGetItem'], partitions: ['key'] },
  ],
});
