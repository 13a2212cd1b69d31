import type { ApiError } from '../contract/errors.ts';

/** Anything that belongs to a workspace: a caller, an endpoint, a key. */
export interface Owned {
  workspaceId: string;
}

/**
 * Returns what was found if it belongs to the owner's workspace.
 * @throws the error from `notFound`, both if it does not exist and if it belongs to another workspace
 */
export function requireOwned<T extends Owned>(found: T | undefined, owner: Owned, notFound: () => ApiError): T {
  if (found?.workspaceId !== owner.workspaceId) throw notFound();
  return found;
}
