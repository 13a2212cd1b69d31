import { ENDPOINTS_PER_KEY_MAX } from '../../limits.ts';
import { NEVER } from '../../time.ts';
import { COMMON_SCHEMAS, EXAMPLE_IDS, idField } from '../commonDocs.ts';
import { documented } from '../documented.ts';
import { Key, KeyCreate, KeyList, KeyUpdate, KeyVerify } from './key.ts';

const NAME = 'Name to tell keys apart.';
const DURATION =
  'Lifetime from now: `never` (it does not expire), or a number of days, weeks, months or years such as `90-days`, `2-weeks` or `1-year`. An expiry after the year 9999 is `BAD_REQUEST`.';

const PERMISSION = '`read` for a read-only key: it may call the GET operations and verify keys.';
const ENDPOINT_IDS = `The only endpoints of which the key sees anything, up to ${ENDPOINTS_PER_KEY_MAX}. Any other endpoint does not exist for it, and it cannot create one or change a slug.`;
const ALLOWS =
  'The only groups of operations that the key may call, within its permission. Every key can verify itself.';

const EXAMPLE: Key = {
  id: EXAMPLE_IDS.key,
  name: 'Dashboard',
  workspaceId: EXAMPLE_IDS.workspace,
  expiresAt: '2027-02-17 09:30:00.000000',
};

const USED: Key = { ...EXAMPLE, lastAccess: '2026-11-20 16:04:12.385000' };

const REPORT: Key = {
  ...EXAMPLE,
  id: 'key_3nXc8LwPq6RtYd5HsNb7Vx',
  name: 'Weekly report',
  permission: 'read',
  endpointIds: [EXAMPLE_IDS.endpoint],
  allows: ['endpoints', 'submissions'],
};

export const EXAMPLE_SECRET = 'fbk_4Xq7LmZr2TnVb9Kc6WpHd3YsJf8GaE0uRo5B';

export const KEY_SCHEMAS = {
  Key: documented(Key, {
    description: 'An API key, without its secret. Times are UTC.',
    fields: {
      id: idField('key', 'Identifier. It is not secret and cannot be used as a credential.'),
      name: NAME,
      workspaceId: idField('workspace', 'Workspace that the key belongs to.'),
      expiresAt: `When it expires, or \`${NEVER}\`.`,
      permission: `${PERMISSION} Absent for one that may also write.`,
      endpointIds: `${ENDPOINT_IDS} Absent for a key of all endpoints.`,
      allows: `${ALLOWS} Absent for a key of all groups.`,
      lastAccess: 'When it was last used, accurate to a minute. Absent until its first use.',
      memberId: 'The member whose session it is. Absent for a key.',
      role: 'The role of that member.',
    },
    example: USED,
  }),
  KeyCreate: documented(KeyCreate, {
    description: 'A new key. Its limits never change.',
    fields: {
      name: NAME,
      expiresAt: DURATION,
      permission: `${PERMISSION} Default: the calling key’s.`,
      endpointIds: `${ENDPOINT_IDS} Default: those of the calling key.`,
      allows: `${ALLOWS} Default: those of the calling key.`,
    },
    example: { name: EXAMPLE.name, expiresAt: '90-days' },
  }),
  KeyUpdate: documented(KeyUpdate, {
    description: 'What to change: a name, an expiry, or both.',
    fields: { name: NAME, expiresAt: DURATION },
    example: { expiresAt: '1-year' },
  }),
  KeyVerify: documented(KeyVerify, {
    description: 'The key to verify.',
    fields: { key: 'A key’s secret (`fbk_…`), or its id (`key_…`).' },
    example: { key: EXAMPLE_IDS.key },
  }),
  KeyList: documented(KeyList, {
    description: 'One page of keys.',
    fields: { _metadata: COMMON_SCHEMAS.PageMetadata.description, keys: 'The keys, oldest first.' },
    example: { _metadata: { totalPages: 1, page: 1, itemsPerPage: 100 }, keys: [USED, REPORT] },
  }),
};
