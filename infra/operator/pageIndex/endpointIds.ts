import { ENDPOINT_SORT_KEY, endpointIdOf } from '../../../shared/storage/itemKeys.ts';
import { readPages } from '../../../shared/storage/pages.ts';
import type { Table } from '../../../shared/storage/table.ts';

/** The ids of all endpoints of all workspaces, from a scan of the whole table: half a read unit per 4 kB of it. */
export async function* endpointIdsOf(table: Table): AsyncGenerator<string> {
  const scan = {
    FilterExpression: 'SK = :endpoint',
    ExpressionAttributeValues: { ':endpoint': ENDPOINT_SORT_KEY },
    ProjectionExpression: 'PK',
  };
  for await (const items of readPages((ExclusiveStartKey) => table.scan({ ...scan, ExclusiveStartKey }))) {
    for (const { PK } of items) yield endpointIdOf({ PK: String(PK) });
  }
}
