import { ENDPOINT_SORT_KEY, endpointIdOf } from '../../shared/repositories/itemKeys.ts';
import type { Item, Table } from '../../shared/repositories/table.ts';

/** The ids of all endpoints of all workspaces, from a scan of the whole table: half a read unit per 4 kB of it. */
export async function* endpointIdsOf(table: Table): AsyncGenerator<string> {
  let startKey: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.scan({
      FilterExpression: 'SK = :endpoint',
      ExpressionAttributeValues: { ':endpoint': ENDPOINT_SORT_KEY },
      ProjectionExpression: 'PK',
      ExclusiveStartKey: startKey,
    });
    for (const { PK } of Items) yield endpointIdOf({ PK: String(PK) });
    startKey = LastEvaluatedKey;
  } while (startKey !== undefined);
}
