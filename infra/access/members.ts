import { KEY_RATE_ATTRIBUTES } from '../../shared/storage/counters/rateLimits.ts';
import { MEMBER_COUNT_ATTRIBUTES } from '../../shared/storage/members/memberCounts.ts';
import { MUTE_ATTRIBUTES } from '../../shared/storage/members/memberships.ts';
import { CODE_ATTEMPT_ATTRIBUTES, NEW_CODE_ATTRIBUTES } from '../../shared/storage/members/signInCodes.ts';
import { MEMBER_ATTRIBUTES } from '../../shared/storage/members/storedMember.ts';
import { SECRET_ATTRIBUTES } from '../../shared/storage/table/secrets.ts';
import { type Access, counting, type TablePermission } from './access.ts';

/** The part of a member that its sessions change. */
const SESSION_CHANGE = ['sessions', 'stamp'] as const;

const ENDING: readonly TablePermission[] = [
  { actions: ['GetItem'], partitions: ['workspace'] },
  { actions: ['UpdateItem'], partitions: ['workspace'], attributes: SESSION_CHANGE },
  { actions: ['DeleteItem'], partitions: ['key'] },
];

export const MEMBERS_ACCESS = {
  createMember: {
    tablePermissions: [
      { actions: ['BatchGetItem'], partitions: ['workspace'] },
      { actions: ['PutItem'], partitions: ['workspace', 'person'], attributes: [...MEMBER_ATTRIBUTES, 'memberId'] },
      { actions: ['UpdateItem'], partitions: ['workspace'], attributes: MEMBER_COUNT_ATTRIBUTES },
      { actions: ['UpdateItem'], partitions: ['rate'], attributes: KEY_RATE_ATTRIBUTES },
    ],
    needs: ['signInQueue'],
  },
  updateMember: {
    tablePermissions: [
      { actions: ['GetItem', 'BatchGetItem'], partitions: ['workspace'] },
      {
        actions: ['UpdateItem'],
        partitions: ['workspace', 'key'],
        attributes: ['rights', 'stamp', 'memberCount', 'ownerCount', 'narrowing'],
      },
    ],
  },
  deleteMember: {
    tablePermissions: [
      { actions: ['GetItem', 'Query'], partitions: ['workspace'] },
      { actions: ['BatchGetItem'], partitions: ['key'] },
      { actions: ['DeleteItem'], partitions: ['workspace', 'person', 'key'] },
      { actions: ['UpdateItem'], partitions: ['workspace'], attributes: ['memberCount', 'ownerCount'] },
      counting('keyCount'),
    ],
  },
  listMembers: { tablePermissions: [{ actions: ['Query'], partitions: ['workspace'] }] },
  requestSignInCode: {
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['dailySecrets'] },
      { actions: ['PutItem'], partitions: ['dailySecrets'], attributes: SECRET_ATTRIBUTES },
      { actions: ['UpdateItem'], partitions: ['rate'], attributes: KEY_RATE_ATTRIBUTES },
      { actions: ['PutItem'], partitions: ['signInCode'], attributes: NEW_CODE_ATTRIBUTES },
    ],
    needs: ['signInQueue'],
  },
  muteSignInCodes: {
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['signInSecret'] },
      { actions: ['PutItem'], partitions: ['person'], attributes: MUTE_ATTRIBUTES },
    ],
  },
  signIn: {
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['signInSecret', 'workspace'] },
      { actions: ['UpdateItem'], partitions: ['signInCode'], attributes: CODE_ATTEMPT_ATTRIBUTES, returnsItem: true },
      { actions: ['Query'], partitions: ['person'] },
      { actions: ['BatchGetItem'], partitions: ['workspace'] },
      { actions: ['UpdateItem'], partitions: ['workspace'], attributes: SESSION_CHANGE },
      { actions: ['PutItem'], partitions: ['key', 'audit'] },
      { actions: ['DeleteItem'], partitions: ['key'] },
    ],
  },
  listSessions: {
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['workspace'] },
      { actions: ['BatchGetItem'], partitions: ['key'] },
    ],
  },
  retrieveWorkspace: {
    tablePermissions: [{ actions: ['GetItem'], partitions: ['workspace'] }],
    settings: ['workspaceOwners'],
  },
  createWorkspace: {
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['workspace'] },
      { actions: ['Query'], partitions: ['person'] },
      {
        actions: ['PutItem'],
        partitions: ['workspace', 'person'],
        attributes: [...MEMBER_ATTRIBUTES, 'memberId', 'name', 'endpointCount', ...MEMBER_COUNT_ATTRIBUTES],
      },
      { actions: ['PutItem'], partitions: ['key', 'audit'] },
      { actions: ['UpdateItem'], partitions: ['workspace'], attributes: SESSION_CHANGE },
    ],
    settings: ['workspaceOwners'],
  },
  updateWorkspace: {
    tablePermissions: [{ actions: ['UpdateItem'], partitions: ['workspace'], attributes: ['name'], returnsItem: true }],
  },
  endSession: { tablePermissions: ENDING },
  endSessions: { tablePermissions: ENDING },
} satisfies Access<'members'>;
