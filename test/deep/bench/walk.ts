import { inPartition } from '../../../shared/storage/expressions.ts';
import { SORT_PREFIX, submissionKey } from '../../../shared/storage/itemKeys.ts';
import { joined, readParts } from '../../../shared/storage/paging.ts';
import type { Table } from '../../../shared/storage/table.ts';

const QUERY_ITEMS = 1_024;

/** What any page costs without an index: the whole list has to be counted, eventually consistent at best. */
export async function walk(table: Table, endpointId: string): Promise<{ units: number; queries: number; ms: number }> {
  const startedAt = Date.now();
  let [units, queries] = [0, 0];
  const query = {
    ...inPartition(submissionKey(endpointId, '').PK, SORT_PREFIX.submission),
    Select: 'COUNT',
    // About the 1 MB that end a query anyway; without it the embedded engine reads the whole partition each time.
    Limit: QUERY_ITEMS,
    ConsistentRead: false,
    ReturnConsumedCapacity: 'TOTAL',
  } as const;
  const read = async (continuation: object) => {
    const found = await table.query({ ...query, ...continuation });
    units += found.ConsumedCapacity?.CapacityUnits ?? 0;
    queries++;
    return found;
  };
  await joined(readParts(read));
  return { units, queries, ms: Date.now() - startedAt };
}
