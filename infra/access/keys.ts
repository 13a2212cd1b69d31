import { KeyUpdate } from '../../shared/contract/schemas/keys/key.ts';
import { CHANGED_KEY_ATTRIBUTES, NEW_KEY_ATTRIBUTES } from '../../shared/storage/workspaces/storedKey.ts';
import { type Access, counting } from './access.ts';

export const KEYS_ACCESS = {
  createKey: {
    tablePermissions: [
      { actions: ['PutItem'], partitions: ['key', 'workspace'], attributes: NEW_KEY_ATTRIBUTES },
      // Checks endpoints that the new key is limited to.
      { actions: ['BatchGetItem'], partitions: ['workspace'] },
      counting('keyCount'),
    ],
  },
  updateKey: {
    tablePermissions: [
      {
        actions: ['UpdateItem'],
        partitions: ['key'],
        attributes: [...Object.keys(KeyUpdate.shape), ...CHANGED_KEY_ATTRIBUTES],
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
