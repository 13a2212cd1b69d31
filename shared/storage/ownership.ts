import type { ApiError } from '../contract/errors.ts';

/** Anything that belongs to a workspace: a caller, an endpoint, a key. */
export interface Owned {
  workspaceId: string;
}

/**
 * Returns what was found if it belongs to the owner's workspace. Takes promises, so that the read runs in parallel with
 * authentication.
 * @throws the error from `notFound`, both if it does not exist and if it belongs to another workspace
 */
export async function requireOwned<T extends Owned>(
  found: Promise<T | undefined>,
  owner: Owned | Promise<Owned>,
  notFound: () => ApiError,
): Promise<T> {
  const [item, { workspaceId }] = await Promise.all([found, owner]);
  if (item?.workspaceId !== workspaceId) throw notFound();
  return item;
}
