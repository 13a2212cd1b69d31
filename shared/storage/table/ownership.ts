import type { Permission } from '../../contract/choices.ts';
import type { ApiError } from '../../contract/errors.ts';
import type { Narrowing } from '../../contract/narrowing.ts';
import type { Role } from '../../contract/roles.ts';
import type { Item } from './table.ts';

/** Anything that belongs to a workspace: a caller, an endpoint, a key. */
export interface Owned {
  workspaceId: string;
}

/** A workspace, and the part of it that a caller is limited to. */
export interface VisiblePart extends Owned {
  narrowing: Narrowing | undefined;
}

/** A caller whose key is valid and permits the operation. */
export interface Caller extends VisiblePart {
  keyId: string;
  permission: Permission;
  /** When the key expires, in the contract's format. */
  expiresAt: string;
  /** The member whose session it is, if it is one, and the member's role. */
  memberId?: string | undefined;
  role?: Role | undefined;
  /** The member whose session it is, or who made the key, or the key that made it, and so on. */
  madeBy?: string | undefined;
}

/**
 * Returns the item that was found if it belongs to the owner's workspace.
 * @throws the error from `notFound`, both if it does not exist and if it belongs to another workspace
 */
export function requireOwned<T extends Owned>(found: T | undefined, owner: Owned, notFound: () => ApiError): T {
  if (found?.workspaceId !== owner.workspaceId) throw notFound();
  return found;
}

/**
 * Returns an item to delete unless it is missing or says that it belongs to another workspace. If it cannot be read, the
 * deletion must require its entry in the owner's list.
 */
export function requireDeletable(item: Item | undefined, owner: Owned, notFound: () => ApiError): Item {
  const isAnothers = typeof item?.workspaceId === 'string' && item.workspaceId !== owner.workspaceId;
  if (!item || isAnothers) throw notFound();
  return item;
}
