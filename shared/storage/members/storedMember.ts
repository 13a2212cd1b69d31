import * as z from 'zod/mini';
import { ROLES } from '../../contract/roles.ts';
import type { Member } from '../../contract/schemas/members/member.ts';
import { readStored } from '../table/stored.ts';
import type { Item } from '../table/table.ts';
import { attributeNames } from '../table/written.ts';
import type { StoredKey } from '../workspaces/storedKey.ts';

/** Strict, unlike other stored values: a limit that this version does not know makes the member invalid. */
const StoredRights = z.strictObject({ role: z.enum(ROLES), endpointIds: z.optional(z.array(z.string())) });

export const StoredMember = z.object({
  id: z.string(),
  workspaceId: z.string(),
  address: z.string(),
  rights: StoredRights,
  createdAt: z.string(),
  /** The expiry of each session, by id. */
  sessions: z.record(z.string(), z.string()),
  /** Random, and new with every change: a write can require that nothing has changed since the member was read. */
  stamp: z.string(),
});
export type StoredMember = z.output<typeof StoredMember>;

export const MEMBER_ATTRIBUTES = /* @__PURE__ */ attributeNames(StoredMember);
/** Attributes that a change of a member writes, or reads in its condition. */
export const CHANGED_MEMBER_ATTRIBUTES = ['rights', 'sessions', 'stamp'] as const;

/** @throws ZodError if it cannot be read, or its rights not fully */
export const parseMember = (item: Item): StoredMember =>
  // Read tolerantly, a list of endpoints that this version does not know would become none, which stands for all.
  readStored(StoredMember, { ...item, rights: StoredRights.parse(item.rights) });

/** A member in the form of API responses. */
export const shownMember = ({ rights, sessions: _, stamp: __, ...member }: StoredMember): Member => ({
  ...member,
  ...rights,
});

/** What a member's sessions may do. */
export const rightsOfSession = ({ id, rights: { role, endpointIds } }: Pick<StoredMember, 'id' | 'rights'>) =>
  ({
    permission: role === 'reader' ? 'read' : 'write',
    memberId: id,
    role,
    ...(endpointIds && { narrowing: { endpointIds } }),
  }) satisfies Partial<StoredKey>;
