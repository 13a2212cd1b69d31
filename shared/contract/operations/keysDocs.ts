import { KEY_SECRET_HEADER } from '../headers.ts';
import { KEYS_PER_WORKSPACE_MAX } from '../limits.ts';
import { EXAMPLE_IDS } from '../schemas/commonDocs.ts';
import { EXAMPLE_SECRET, KEY_SCHEMAS } from '../schemas/keys/keyDocs.ts';
import type { GroupDocs } from './documented.ts';
import type * as keys from './keys.ts';

const { lastAccess: _, ...newKey } = KEY_SCHEMAS.Key.example;

export const KEYS_DOCS: GroupDocs<typeof keys> = {
  createKey: {
    description: `Creates a key for the same workspace, which may do no more than the calling key: \`permission\`, \`endpointIds\` and \`allows\` can only limit it further (else \`FORBIDDEN\`), and are the calling key’s if left out. A key that expires cannot create one that expires later: \`FORBIDDEN\`. The secret is in the response header \`X-Api-Key-Secret\`, only this once: the service stores only its SHA-256. A workspace can have ${KEYS_PER_WORKSPACE_MAX} keys, including those that the calling key does not see.`,
    body: {
      usual: { summary: 'A key for 90 days' },
      limited: {
        summary: 'A key that only reads the submissions of an endpoint',
        value: {
          name: 'Weekly report',
          expiresAt: '90-days',
          permission: 'read',
          endpointIds: [EXAMPLE_IDS.endpoint],
          allows: ['submissions'],
        },
      },
      lasting: { summary: 'A key that does not expire', value: { name: 'Backup', expiresAt: 'never' } },
    },
    response: 'The new key.',
    example: newKey,
    responseHeader: KEY_SECRET_HEADER,
  },
  updateKey: {
    description:
      'Renames a key, or sets a new expiry, counted from now. Its secret, permission and limits stay the same. A key can update itself. A key that expires cannot set an expiry later than its own on any key: `FORBIDDEN`; it may still rename every key.',
    body: {
      prolong: { summary: 'Extend it by a year' },
      rename: { summary: 'Rename it', value: { name: 'Old dashboard' } },
    },
    response: 'The updated key.',
    example: { ...KEY_SCHEMAS.Key.example, expiresAt: '2027-11-21 09:30:00.000000' },
  },
  verifyKey: {
    description:
      'Verifies that a key of your workspace is valid. Any other key is `NOT_FOUND`: expired, deleted, or of another workspace.',
    body: { id: { summary: 'By id' }, secret: { summary: 'By secret', value: { key: EXAMPLE_SECRET } } },
    response: 'The valid key.',
  },
  deleteKey: {
    description:
      'Revokes a key: it is rejected from the next request on. A key can delete itself. This cannot be undone.',
  },
  listKeys: {
    description:
      'Lists the keys of the workspace, oldest first, without their secrets. Expired keys are listed until they are deleted. A key with `endpointIds` or `allows` sees and changes only itself and keys that may do no more than it.',
  },
};
