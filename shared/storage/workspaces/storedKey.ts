import * as z from 'zod/mini';
import { GROUPS, PERMISSIONS } from '../../contract/choices.ts';
import type { Rights } from '../../contract/narrowing.ts';
import { ROLES } from '../../contract/roles.ts';
import type { Key } from '../../contract/schemas/keys/key.ts';
import { TIME_PATTERN } from '../../contract/time.ts';
import { readStored } from '../table/stored.ts';
import type { Item } from '../table/table.ts';
import { attributeNames, together } from '../table/written.ts';

/**
 * A stored narrowing. Strict, unlike other stored values: a limit that this version does not know makes the key invalid.
 * So does the missing permission of its key for versions that know no narrowing.
 */
const StoredNarrowing = z.strictObject({
  permission: z.enum(PERMISSIONS),
  endpointIds: z.optional(z.array(z.string())),
  allows: z.optional(z.array(z.enum(GROUPS))),
  memberId: z.optional(z.string()),
  role: z.optional(z.enum(ROLES)),
});

/** A key as stored, except that a narrowed key's or session's rights are stored with its narrowing. It has the SHA-256 of its secret. */
export const StoredKey = z.object({
  id: z.string(),
  workspaceId: z.string(),
  name: z.string(),
  permission: z.enum(PERMISSIONS),
  secretHash: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().check(z.regex(TIME_PATTERN)),
  lastAccess: z.optional(z.string()),
  /** The member who made it. */
  madeBy: z.optional(z.string()),
  /** Set if it is the session of a member with this role. */
  memberId: z.optional(z.string()),
  role: z.optional(z.enum(ROLES)),
  narrowing: z.optional(z.omit(StoredNarrowing, { permission: true, memberId: true, role: true })),
});
export type StoredKey = z.output<typeof StoredKey>;

/** @throws ZodError if the key cannot be read, or its narrowing not fully */
export function parseKey(item: Item): StoredKey {
  if (item.narrowing === undefined) return readStored(StoredKey, item);
  const { permission, memberId, role, ...limits } = StoredNarrowing.parse(item.narrowing);
  const narrowing = limits.endpointIds || limits.allows ? limits : undefined;
  return readStored(StoredKey, { ...item, permission, memberId, role, narrowing });
}

/** The stored rights of a key. */
export const storedRights = ({ narrowing, permission, memberId, role }: Rights & Membership): Item =>
  narrowing || role ? { narrowing: { ...narrowing, permission, ...(role && { memberId, role }) } } : { permission };

/** Whose session a key is. */
export type Membership = Pick<StoredKey, 'memberId' | 'role'>;

/** The attributes that `parseKey` reads. */
export const storedKey = ({ narrowing, permission, memberId, role, ...key }: StoredKey): Item => ({
  ...key,
  ...storedRights({ narrowing, permission, memberId, role }),
});

/** Attributes read and written when a key's use is recorded. */
export const KEY_USE_ATTRIBUTES = ['lastAccess', 'notedUntil'] as const;
/** Attributes of a new key. */
export const NEW_KEY_ATTRIBUTES = /* @__PURE__ */ together(
  /* @__PURE__ */ attributeNames(/* @__PURE__ */ z.omit(StoredKey, { lastAccess: true, memberId: true, role: true })),
  ['notedUntil'],
);
/** Attributes that a key's update writes besides the changes, or reads to check the key's workspace. */
export const CHANGED_KEY_ATTRIBUTES = ['notedUntil', 'workspaceId'] as const;

/** A key in the form of API responses: `permission` is included only if it is read-only. */
export const shownKey = ({ permission, narrowing, madeBy: _, ...key }: StoredKey): Key => ({
  ...key,
  ...narrowing,
  ...(permission === 'read' && { permission }),
});
