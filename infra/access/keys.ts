import { type Access, counting } from './access.ts';

export const KEYS_ACCESS = {
  createKey: {
    tablePermissions: [
      { actions: ['PutItem'], partitions: ['key'] },
      { actions: ['PutItem'], partitions: ['workspace'], attributes: [] },
      counting('keyCount'),
    ],
  },
  updateKey: {
    tablePermissions: [
      {
        actions: ['UpdateItem'],
        partitions: ['key'],
        attributes: ['name', 'expiresAt', 'notedUntil', 'workspaceId'],
        returnsItem: true,
      },
    ],
  },
  verifyKey: {
    readsBesideKey: ['key'],
  },
  deleteKey: {
    readsBesideKey: ['key'],
    tablePermissions: [
      { actions: ['DeleteItem'], partitions: ['key'] },
      { actions: ['DeleteItem'], partitions: ['workspace'] },
      counting('keyCount'),
    ],
  },
  listKeys: {
    tablePermissions: [
      { actions: ['GetItem', 'Query'], partitions: ['workspace'] },
      { actions: ['BatchGetItem'], partitions: ['key'] },
    ],
  },
} satisfies Access<'keys'>;
