import { createHash } from 'node:crypto';
import { workspaceKey } from '../table/itemKeys.ts';
import { type ItemKey, PARTITION_PREFIX, SIGN_IN_SECRET } from '../table/partitions.ts';

export const MEMBER_SORT_PREFIX = 'MEMBER#';

/** A member of a workspace. Ids sort by time, so oldest first. */
export const memberKey = (workspaceId: string, memberId: string): ItemKey => ({
  PK: workspaceKey(workspaceId).PK,
  SK: `${MEMBER_SORT_PREFIX}${memberId}`,
});

/** A person's name in keys: a hash of the normalized address. */
export const personOf = (address: string): string => createHash('sha256').update(address).digest('base64url');

const personPartition = (person: string): string => `${PARTITION_PREFIX.person}${person}`;

/** The membership of a person in a workspace. */
export const membershipKey = (person: string, workspaceId: string): ItemKey => ({
  PK: personPartition(person),
  SK: workspaceKey(workspaceId).PK,
});

/** Set while a person gets no codes; beside the memberships, so that one query reads both. Sorts first. */
export const muteKey = (person: string): ItemKey => ({ PK: personPartition(person), SK: 'MUTED' });

export const signInCodeKey = (handle: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.signInCode}${handle}`,
  SK: 'CODE',
});

export const signInSecretKey = (): ItemKey => ({ PK: SIGN_IN_SECRET, SK: 'SECRET' });
