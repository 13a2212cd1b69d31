import { marshall } from '@aws-sdk/util-dynamodb';
import type { Outputs } from '../../infra/localService/outputs.ts';
import { DynamoDb } from '../../local/aws/dynamodb.ts';
import { newId } from '../../shared/runtime/newId.ts';
import { submissionKey } from '../../shared/storage/itemKeys.ts';

const BATCH_ITEMS = 25;
const PARALLEL_BATCHES = 4;

/** Writes this many submissions directly into the table, in batches. */
export async function loadSubmissions(
  outputs: Outputs,
  endpointId: string,
  count: number,
  data: object = { message: 'Hello' },
): Promise<void> {
  const db = new DynamoDb(outputs.dynamodbEndpoint, outputs.dynamodbAccessKeyId);
  let left = count;
  const load = async () => {
    while (left > 0) {
      const size = Math.min(left, BATCH_ITEMS);
      left -= size;
      const requests = Array.from({ length: size }, () => {
        const key = submissionKey(endpointId, newId('submission'));
        return { PutRequest: { Item: marshall({ ...key, data: JSON.stringify(data), location: 'Spain' }) } };
      });
      await db.call('DynamoDB_20120810.BatchWriteItem', { RequestItems: { [outputs.tableName]: requests } });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_BATCHES }, load));
}
