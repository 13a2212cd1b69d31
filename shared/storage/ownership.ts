import type { ApiError } from '../contract/errors.ts';

/** Whose something is: a caller, an endpoint, a key. */
export interface Owned {
  workspaceId: string;
}

/**
 * What was found, if it belongs to the owner's workspace. Takes promises, so that a read goes out beside the one that
 * authenticates the caller.
 * @throws what `notFound` makes, for what does not exist and for what belongs to another workspace alike
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
