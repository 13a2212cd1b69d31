import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { DynamoDb } from '../../infra/local/aws/dynamodb.ts';
import type { Outputs } from '../../infra/local/outputs.ts';
import { newId } from '../../shared/runtime/newId.ts';
import { submissionKey } from '../../shared/storage/itemKeys.ts';
import type { ItemKey } from '../../shared/storage/partitions.ts';
import { proseOf } from './prose.ts';

const ITEM_BYTES = 1_024;
/** Bytes of an item besides its data: attribute names, both keys, the location. */
const OTHER_BYTES = 91;
const DATA_BYTES = ITEM_BYTES - OTHER_BYTES;
const PROSE_BYTES = 1_500;
/** DynamoDB's limit for one batch write. */
const BATCH_ITEMS = 25;

/** A message that starts at another word of the same text, with an id that no other has. */
function dataOf(id: string): string {
  const { message } = proseOf(PROSE_BYTES);
  const start = message.indexOf(' ', Number.parseInt(id.slice(-4), 36) % (PROSE_BYTES / 2));
  const text = `${id.slice(-12)} ${message.slice(start)} ${message}`;
  const length = DATA_BYTES - Buffer.byteLength(JSON.stringify({ message: '' }));
  return JSON.stringify({ message: text.replaceAll(/[^ -~]|["\\]/g, 'e').slice(0, length) });
}

const attributesOf = ({ PK, SK }: ItemKey) => ({
  PK: { S: PK },
  SK: { S: SK },
  data: { S: dataOf(SK) },
  location: { S: 'Unknown' },
});

/**
 * Writes submissions of 1 kB as the service stores them, 25 at a time.
 * @returns their ids, oldest first
 */
export async function putSubmissions(outputs: Outputs, endpointId: string, count: number): Promise<string[]> {
  const db = new DynamoDb(outputs.dynamodbEndpoint, outputs.dynamodbAccessKeyId);
  const ids: string[] = [];
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(BATCH_ITEMS, count - ids.length) }, () => newId('submission')).sort();
    const requests = batch.map((id) => ({ PutRequest: { Item: attributesOf(submissionKey(endpointId, id)) } }));
    await db.call('DynamoDB_20120810.BatchWriteItem', { RequestItems: { [outputs.tableName]: requests } });
    ids.push(...batch);
  }
  return ids;
}

/**
 * Writes submissions of 1 kB into the stopped engine's file, a second apart, the newest one now. The stream does not
 * contain them, as for a table older than the index.
 */
export function loadSubmissions(
  { data, tableName }: { data: string; tableName: string },
  endpointId: string,
  count: number,
) {
  const database = new sqlite.Database(join(data, 'table.sqlite'));
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE');
    const { PK } = submissionKey(endpointId, '');
    const endpoint = database.get(`SELECT hash_prefix FROM "${tableName}" WHERE pk = ?`, [`S:${PK}`]);
    const insert = database.prepare(
      `INSERT INTO "${tableName}" (pk, sk, item_json, item_size, hash_prefix) VALUES (?, ?, ?, ?, ?)`,
    );
    const start = Date.now() - count * 1_000;
    database.exec('BEGIN');
    for (let i = 0; i < count; i++) {
      const key = submissionKey(endpointId, newId('submission', start + i * 1_000));
      const hash = String(endpoint?.hash_prefix ?? '');
      insert.run([`S:${key.PK}`, `S:${key.SK}`, JSON.stringify(attributesOf(key)), ITEM_BYTES, hash]);
    }
    database.exec('COMMIT');
    insert.finalize();
  } finally {
    database.close();
  }
}
