import { countOneMore } from './counters/quotas.ts';
import { keepingOf, listForRemoval } from './endpoints/keeping.ts';
import { claimSlug } from './endpoints/slugs.ts';
import { ABSENT, updateIf } from './table/expressions.ts';
import { endpointKey, endpointOfWorkspaceKey, placesKey, slugKey } from './table/itemKeys.ts';
import { ConditionFailed, type Item, type Table, type TransactionWrite } from './table/table.ts';

/** An endpoint as stored in another table, possibly unreadable for this version. */
export interface RestorableEndpoint {
  id: string;
  workspaceId: string;
  slug: unknown;
  item: Item;
  /** The count of its submissions towards its maximum, if it has one. */
  places: Item | undefined;
}

/** Reasons for not restoring an endpoint. */
export type RestoreRefusal = 'slugIsTaken' | 'workspaceIsFull' | 'exists';

const REFUSALS: readonly RestoreRefusal[] = ['slugIsTaken', 'workspaceIsFull', 'exists'];

export async function findRestorable(table: Table, id: string): Promise<RestorableEndpoint | undefined> {
  const [item, places] = await Promise.all([endpointKey, placesKey].map((keyOf) => table.get(keyOf(id))));
  return item && { id, workspaceId: String(item.workspaceId), slug: item.slug, item, places };
}

/** The remains in one table of an endpoint that another table has. */
export async function findLive(table: Table, { workspaceId, id, slug }: RestorableEndpoint) {
  const entry = await table.get(endpointOfWorkspaceKey(workspaceId, id));
  // The source of an unfinished restoration.
  if (entry?.restoredFrom !== undefined) return { restoredFrom: String(entry.restoredFrom) };
  const claim = hasSlug(slug) ? await table.get(slugKey(workspaceId, slug)) : undefined;
  const isTaken = claim !== undefined && claim.endpointId !== id;
  const refusal: RestoreRefusal | undefined = (entry && 'exists') ?? (isTaken ? 'slugIsTaken' : undefined);
  return { refusal };
}

const hasSlug = (slug: unknown): slug is string => typeof slug === 'string' && slug !== '';

/**
 * Puts a deleted endpoint back: with its slug, in its workspace's list and number, where it can be deleted again, and
 * with its count towards its maximum, since it accepts submissions from now on.
 */
export async function putBack(
  table: Table,
  endpoint: RestorableEndpoint,
  from: string,
): Promise<RestoreRefusal | undefined> {
  const { id, workspaceId, slug, item, places } = endpoint;
  const keeping = keepingOf(item);
  const entry = { ...endpointOfWorkspaceKey(workspaceId, id), ...keeping, restoredFrom: from };
  const counted = places && (await table.get(placesKey(id))) === undefined ? [{ Put: { Item: places } }] : [];
  const claim: TransactionWrite[] = hasSlug(slug) ? [claimSlug(endpoint, slug)] : [];
  try {
    await table.transact([
      ...claim,
      countOneMore(workspaceId, 'endpointCount'),
      // Decides whether it exists: an endpoint without this entry was copied by hand, and nobody can reach it.
      { Put: { Item: entry, ...ABSENT } },
      { Put: { Item: item } },
      ...counted,
      ...(Object.keys(keeping).length > 0 ? [listForRemoval(id)] : []),
    ]);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return REFUSALS[error.index + 1 - claim.length];
  }
}

/** @returns whether the item was missing */
export async function putMissing(table: Table, item: Item): Promise<boolean> {
  try {
    await table.put(item, ABSENT);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/** @throws ConditionFailed if the endpoint has been deleted since */
export async function endRestoration(
  table: Table,
  { workspaceId, id }: RestorableEndpoint,
  from: string,
): Promise<void> {
  const key = endpointOfWorkspaceKey(workspaceId, id);
  await table.update(updateIf(key, { restoredFrom: from }, { restoredFrom: null }));
}
