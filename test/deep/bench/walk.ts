import { SORT_PREFIX, submissionKey } from '../../../shared/storage/itemKeys.ts';
import type { Item, Table } from '../../../shared/storage/table.ts';

const QUERY_ITEMS = 1_024;

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
      // About the 1 MB that end a query anyway; without it the embedded engine reads the whole partition each time.
      Limit: QUERY_ITEMS,
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
