import { addAll, below, onlyIf } from '../table/expressions.ts';
import { placesKey } from '../table/itemKeys.ts';
import type { Item, TableAccess, TransactionWrite } from '../table/table.ts';

/** Attributes of the count of an endpoint's submissions towards its `maxSubmissions`. */
export const PLACES_ATTRIBUTES = ['taken'] as const;

/** The endpoint has as many submissions as it accepts. */
export class PlacesTaken extends Error {}

export const placesTakenIn = (item: Item = {}): number => (typeof item.taken === 'number' ? item.taken : 0);

/**
 * Takes a place in the transaction that stores a submission, which fails if none is left: so each stored one has taken a
 * place, and one only. One held as spam takes none, but needs one to be left, so that senders cannot tell.
 */
export function placeWrite(endpointId: string, max: number, isHeld: boolean): TransactionWrite {
  const Key = placesKey(endpointId);
  const isLeft = below('taken', max);
  return isHeld ? { ConditionCheck: { Key, ...isLeft } } : { Update: { Key, ...onlyIf(isLeft, addAll({ taken: 1 })) } };
}

export async function readPlacesTaken(table: Pick<TableAccess, 'getAll'>, endpointId: string): Promise<number> {
  const [item] = await table.getAll([placesKey(endpointId)]);
  return placesTakenIn(item);
}
