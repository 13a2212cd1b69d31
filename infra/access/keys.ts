import { KeyUpdate } from '../../shared/contract/schemas/key.ts';
import { StoredKey } from '../../shared/storage/keys.ts';
import { type Access, counting } from './access.ts';

const KEY_ATTRIBUTES = [...Object.keys(StoredKey.shape), 'notedUntil'];

export const KEYS_ACCESS = {
  createKey: {
    tablePermissions: [
      { actions: ['PutItem'], partitions: ['key', 'workspace'], attributes: KEY_ATTRIBUTES },
      counting('keyCount'),
    ],
  },
  updateKey: {
    tablePermissions: [
      {
        actions: ['UpdateItem'],
        partitions: ['key'],
        attributes: [...Object.keys(KeyUpdate.shape), 'notedUntil', 'workspaceId'],
        returnsItem: true,
      },
    ],
  },
  verifyKey: { readsBesideKey: ['key'] },
  deleteKey: {
    readsBesideKey: ['key'],
    tablePermissions: [
      { actions: ['DeleteItem'], partitions: ['key', 'workspace'] },
      // Finds the list entry of a key that cannot be read.
      { actions: ['Query'], partitions: ['workspace'] },
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
