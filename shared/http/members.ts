import { ApiError } from '../contract/errors.ts';
import { type Role, roleOf } from '../contract/roles.ts';
import type { SignedIn } from '../contract/schemas/members/session.ts';
import { NEVER } from '../contract/time.ts';
import type { Sessions } from '../storage/members/sessions.ts';
import type { StoredMember } from '../storage/members/storedMember.ts';
import type { Caller } from '../storage/table/ownership.ts';

/** @throws ApiError FORBIDDEN unless it is the session of an owner */
export function requireOwner(caller: Pick<Caller, 'role'>): void {
  if (roleOf(caller) !== 'owner') throw new ApiError('FORBIDDEN', 'Only an owner who is signed in may do this.');
}

/** @throws ApiError FORBIDDEN if the caller may not make or change a member with one of these roles */
export function requireMayGive(caller: Pick<Caller, 'role'>, ...roles: (Role | undefined)[]): void {
  if (roles.includes('owner')) requireOwner(caller);
}

/**
 * Members may do more than a limited key, and outlast one that expires.
 * @throws ApiError FORBIDDEN for such a key
 */
export function requireUnlimited({ narrowing, expiresAt }: Pick<Caller, 'narrowing' | 'expiresAt'>): void {
  if (narrowing || expiresAt !== NEVER)
    throw new ApiError('FORBIDDEN', 'This key expires or is limited, so it cannot make or change members: sign in.');
}

/** @throws ApiError FORBIDDEN unless it is the session of a member */
export function memberOf({ workspaceId, memberId }: Caller): [workspaceId: string, memberId: string] {
  if (memberId === undefined)
    throw new ApiError('FORBIDDEN', 'Only members who are signed in can do this, and this is a key.');
  return [workspaceId, memberId];
}

/** A session that has just begun, in the form of API responses. */
export const shownSession = (
  { member, session: { id, expiresAt }, secret }: Awaited<ReturnType<Sessions['begin']>>,
  workspaceName: string,
): SignedIn => {
  const { id: memberId, workspaceId, rights } = member;
  return { id, secret, workspaceId, workspaceName, memberId, ...rights, expiresAt };
};

/** The setting of who may create workspaces: addresses, separated by commas. */
export interface MayCreate {
  workspaceOwners: string | undefined;
}

export const WORKSPACE_OWNERS = {
  settings: ['workspaceOwners'] as const,
  make: ({ workspaceOwners }: MayCreate): MayCreate => ({ workspaceOwners }),
};

export const mayCreateWorkspaces = (member: StoredMember | undefined, workspaceOwners = ''): boolean =>
  member !== undefined && workspaceOwners.toLowerCase().split(/, ?/).includes(member.address);
