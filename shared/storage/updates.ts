import { endpointKey } from './itemKeys.ts';
import type { Item, TransactionWrite } from './table.ts';

/** The part of an update that sets each of the given attributes, by its own name. */
export function setAll(changes: Item) {
  const names = Object.keys(changes);
  return {
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, changes[name]])),
  };
}

/** Part of a transaction that fails when the endpoint is gone. */
export const endpointIsThere = (endpointId: string): TransactionWrite => ({
  ConditionCheck: { Key: endpointKey(endpointId), ConditionExpression: 'attribute_exists(PK)' },
});
