import type { Group, Permission } from './choices.ts';

/** The roles of members, each of which may do all that the ones before it may. */
export const ROLES = ['reader', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** The least role for the operations of a group that read, and for those that write. */
const LEAST: Record<Group, readonly [read: Role, write: Role]> = {
  endpoints: ['reader', 'admin'],
  submissions: ['reader', 'editor'],
  confirmations: ['reader', 'admin'],
  // Their URLs and headers may be credentials.
  webhooks: ['admin', 'admin'],
  keys: ['admin', 'admin'],
  audit: ['admin', 'admin'],
  members: ['admin', 'admin'],
};

/** The least role of a member that may call an operation. */
export const leastRoleOf = ({ group, permission, leastRole }: RoleDeclaration): Role =>
  leastRole ?? LEAST[group][permission === 'write' ? 1 : 0];

/** Of an operation. */
interface RoleDeclaration {
  group: Group;
  permission: 'public' | Permission;
  leastRole?: Role;
}

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

/**
 * The role of a caller: a key, which has no member, may do as much as an admin. Otherwise an admin could make itself an
 * owner by way of a key.
 */
export const roleOf = ({ role = 'admin' }: { role?: Role | undefined }): Role => role;
