import { KEY_SECRET_HEADER } from '../headers.ts';
import { KEYS_PER_WORKSPACE_MAX } from '../limits.ts';
import { EXAMPLE_IDS } from '../schemas/commonDocs.ts';
import { EXAMPLE_SECRET, KEY_SCHEMAS } from '../schemas/keyDocs.ts';
import type { GroupDocs } from './documented.ts';
import type * as keys from './keys.ts';
import { deleted, listQuery, noParams, noQuery } from './partsDocs.ts';

const { Key, KeyCreate, KeyList, KeyUpdate, KeyVerify } = KEY_SCHEMAS;
const { lastAccess: _, ...newKey } = Key.example;

const byId = { params: { id: { description: 'The key’s id, not its secret.', example: EXAMPLE_IDS.key } } };

export const KEYS_DOCS: GroupDocs<typeof keys> = {
  createKey: {
    description: `Makes a key for the same workspace, with the permission of the key that makes it. A key that expires cannot make one that expires later: \`FORBIDDEN\`. The secret is in the response header \`X-Api-Key-Secret\`, this once: only its SHA-256 is stored. A workspace holds at most ${KEYS_PER_WORKSPACE_MAX} keys.`,
    ...noParams,
    ...noQuery,
    body: {
      usual: { summary: 'A key for 90 days', value: KeyCreate.example },
      lasting: { summary: 'A key that does not expire', value: { name: 'Backup', expiresAt: 'never' } },
    },
    response: { description: 'The new key.', example: newKey },
    responseHeader: KEY_SECRET_HEADER,
  },
  updateKey: {
    description:
      'Renames a key, or gives it a new expiry, counted from now. Its secret and its permission stay. The key that is calling may be updated like any other. A key that expires can give neither itself nor another one an expiry later than its own: `FORBIDDEN`; it may still rename every key.',
    ...byId,
    ...noQuery,
    body: {
      prolong: { summary: 'Accept it for another year', value: KeyUpdate.example },
      rename: { summary: 'Give it another name', value: { name: 'Old dashboard' } },
    },
    response: {
      description: 'The key as it is now.',
      example: { ...Key.example, expiresAt: '2027-11-21 09:30:00.000000' },
    },
  },
  verifyKey: {
    description:
      'Tells whether a key of your workspace would be accepted now. Any other key is `NOT_FOUND`: one that expired, one that was deleted, one of another workspace.',
    ...noParams,
    ...noQuery,
    body: {
      id: { summary: 'By id', value: KeyVerify.example },
      secret: { summary: 'By secret', value: { key: EXAMPLE_SECRET } },
    },
    response: { description: 'The key: it would be accepted now.', example: Key.example },
  },
  deleteKey: {
    description:
      'Revokes a key: it is refused from the very next request on. The key that is calling may be deleted like any other. This cannot be undone.',
    ...byId,
    ...noQuery,
    ...deleted,
  },
  listKeys: {
    description:
      'Lists the keys of the workspace, oldest first, without their secrets. Expired keys are listed until they are deleted.',
    ...noParams,
    ...listQuery,
    response: { description: 'One page of keys.', example: KeyList.example },
  },
};
