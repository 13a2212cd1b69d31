import { marshall } from '@aws-sdk/util-dynamodb';
import type { Outputs } from '../../../infra/localService/outputs.ts';
import { DynamoDb } from '../../../local/aws/dynamodb.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { proseOf } from '../site/prose.ts';

export const ITEM_BYTES = 1_024;
/** Bytes of an item besides its data: attribute names, both keys, the location. */
const OTHER_BYTES = 91;
const DATA_BYTES = ITEM_BYTES - OTHER_BYTES;
const PROSE_BYTES = 1_500;
const PROSE = proseOf(PROSE_BYTES).message;
/** DynamoDB's limit for one batch write. */
const BATCH_ITEMS = 25;

/** A message that starts at another word of the same text, with an id that no other has, for an item of `ITEM_BYTES`. */
export function kilobyteOf(id: string): string {
  const start = PROSE.indexOf(' ', Number.parseInt(id.slice(-4), 36) % (PROSE_BYTES / 2));
  const text = `${id.slice(-12)} ${PROSE.slice(start)} ${PROSE}`;
  const length = DATA_BYTES - Buffer.byteLength(JSON.stringify({ message: '' }));
  return JSON.stringify({ message: text.replaceAll(/[^ -~]|["\\]/g, 'e').slice(0, length) });
}

/**
 * Writes submissions as the service stores them, 25 at a time; by default of 1 kB.
 * @returns their ids, oldest first
 */
export async function putSubmissions(
  outputs: Outputs,
  endpointId: string,
  count: number,
  dataOf = kilobyteOf,
): Promise<string[]> {
  const db = new DynamoDb(outputs.dynamodbEndpoint, outputs.dynamodbAccessKeyId);
  const ids: string[] = [];
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(BATCH_ITEMS, count - ids.length) }, () => newId('submission')).sort();
    const requests = batch.map((id) => {
      const item = { ...submissionKey(endpointId, id), data: dataOf(id), location: 'Unknown' };
      return { PutRequest: { Item: marshall(item) } };
    });
    await db.call('DynamoDB_20120810.BatchWriteItem', { RequestItems: { [outputs.tableName]: requests } });
    ids.push(...batch);
  }
  return ids;
}
