import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Outputs } from '../../infra/local/outputs.ts';
import { LOCAL } from '../../infra/local/template.ts';
import { LOCAL_CREDENTIALS } from '../../infra/localTable.ts';
import { newId } from '../../shared/ids.ts';
import { endpointKey, submissionKey } from '../../shared/repositories/itemKeys.ts';

/** DynamoDB's limit for one batch write. */
const BATCH_ITEMS = 25;
const PARALLEL_BATCHES = 4;

const clientOf = ({ dynamodbEndpoint: endpoint }: Outputs): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: LOCAL.region, credentials: LOCAL_CREDENTIALS }));

/** Puts this many submissions straight into the table, in batches. */
export async function loadSubmissions(outputs: Outputs, endpointId: string, count: number): Promise<void> {
  const client = clientOf(outputs);
  let left = count;
  const load = async () => {
    while (left > 0) {
      const size = Math.min(left, BATCH_ITEMS);
      left -= size;
      const requests = Array.from({ length: size }, () => ({
        PutRequest: {
          Item: { ...submissionKey(endpointId, newId('submission')), data: '{"message":"Hello"}', location: 'Spain' },
        },
      }));
      await client.send(new BatchWriteCommand({ RequestItems: { [outputs.tableName]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_BATCHES }, load));
  client.destroy();
}

/** How many items stand in an endpoint's partition: its submissions, and itself. */
export async function countItemsOf(outputs: Outputs, endpointId: string): Promise<number> {
  const client = clientOf(outputs);
  let count = 0;
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const { Count = 0, LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: outputs.tableName,
        KeyConditionExpression: 'PK = :pk',
        ExpressionAttributeValues: { ':pk': endpointKey(endpointId).PK },
        Select: 'COUNT',
        ConsistentRead: true,
        ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}),
      }),
    );
    count += Count;
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  client.destroy();
  return count;
}
