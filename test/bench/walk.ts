import { SORT_PREFIX, submissionKey } from '../../shared/repositories/itemKeys.ts';
import type { Item, Table } from '../../shared/repositories/table.ts';

/** What any page costs without an index: the whole list has to be counted, eventually consistent at best. */
export async function walk(table: Table, endpointId: string): Promise<{ units: number; queries: number; ms: number }> {
  const startedAt = Date.now();
  let [units, queries] = [0, 0];
  let startKey: Item | undefined;
  do {
    const { ConsumedCapacity, LastEvaluatedKey } = await table.query({
      KeyConditionExpression: 'PK = :pk AND begins_with(SK, :prefix)',
      ExpressionAttributeValues: { ':pk': submissionKey(endpointId, '').PK, ':prefix': SORT_PREFIX.submission },
      Select: 'COUNT',
      ConsistentRead: false,
      ExclusiveStartKey: startKey,
      ReturnConsumedCapacity: 'TOTAL',
    });
    units += ConsumedCapacity?.CapacityUnits ?? 0;
    queries++;
    startKey = LastEvaluatedKey;
  } while (startKey !== undefined);
  return { units, queries, ms: Date.now() - startedAt };
}
