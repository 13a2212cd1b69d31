import { SESSION_HOURS } from '../../../shared/contract/limits.ts';
import type { Role } from '../../../shared/contract/roles.ts';

const roles = { reader: 'Reader', editor: 'Editor', admin: 'Admin', owner: 'Owner' } satisfies Record<Role, string>;

export const MEMBER_TEXTS = {
  roles,

  members: {
    title: 'Members',
    text: 'Members sign in with a code that they get by mail. What they may do depends on their role.',
    address: 'Email address',
    addressHint: 'An invitation is sent there.',
    role: 'Role',
    keysStay: 'API keys that they created keep their permissions.',
    rolesInWords: {
      reader: 'Reader: sees submissions',
      editor: 'Editor: also changes submissions',
      admin: 'Admin: also changes all but owners',
      owner: 'Owner: also changes owners',
    } satisfies Record<Role, string>,
    onlyEndpoints: 'Only these endpoints',
    onlyEndpointsHint: 'If you select none, they see every endpoint, also future ones.',
    since: 'Since',
    you: 'You',
    actions: 'Actions',
    none: 'Nobody is a member yet.',
    add: 'Add member',
    added: (address: string): string => `An invitation was sent to ${address}.`,
    change: 'Change',
    changeTitle: (address: string): string => `Change ${address}`,
    remove: 'Remove',
    removeTitle: (address: string): string => `Remove ${address}?`,
    removeText: 'Their sessions end at once. What they did stays in the audit log.',
    withKeys: 'Also delete the API keys that they created',
    removed: (address: string): string => `${address} was removed.`,
  },

  workspaces: {
    title: 'Your workspaces',
    name: 'Name',
    forms: 'Forms',
    unread: 'Unread',
    spam: 'Spam',
    failed: 'Failed mails',
    actions: 'Actions',
    thisOne: 'This workspace',
    open: 'Open',
    rename: 'Rename',
    create: 'New workspace',
  },

  account: {
    title: 'Your account',
    text: (address: string, workspace: string, role: Role): string =>
      `You are signed in to ${workspace} as ${address}. Role: ${roles[role]}.`,
    sessions: 'Your sessions',
    sessionsText: `Each time you sign in, a session starts. It ends after ${SESSION_HOURS} hours, or when you sign out.`,
    browser: 'Browser',
    thisOne: 'This session',
    end: 'End',
    ended: 'The session was ended.',
    endAll: 'End all sessions',
    endAllText: 'You are signed out on all devices, also here. Sessions in other workspaces continue.',
  },
};
