import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import sqlite from 'node-sqlite3-wasm';
import { newId } from '../../../shared/runtime/newId.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { ITEM_BYTES, kilobyteOf } from '../../support/cloud/storedSubmissions.ts';

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
      const item = marshall({ ...key, data: kilobyteOf(key.SK), location: 'Unknown' });
      insert.run([`S:${key.PK}`, `S:${key.SK}`, JSON.stringify(item), ITEM_BYTES, hash]);
    }
    database.exec('COMMIT');
    insert.finalize();
  } finally {
    database.close();
  }
}
