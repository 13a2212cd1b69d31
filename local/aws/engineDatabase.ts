import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'node-sqlite3-wasm';
import { buildFolderOnce } from '../../infra/tools/buildFolder.ts';
import { HOW_TO_GO_ON } from '../process/dataFolder.ts';

const WAIT_MAX_MS = 10_000;
const POLL_MS = 20;
const EMPTY_DATABASE = 'table.sqlite';
/** A larger database is only checked when it is read: the check takes 2 s per 100 MB. */
const CHECKED_BYTES_MAX = 64 * 1024 * 1024;

/**
 * The index on the engine's stream records: the engine looks up the largest sequence number on every write; without an
 * index each write is slower than the previous one (5.8 ms instead of 0.3 ms with 10,000 records). The trigger removes
 * records that every reader has passed, when the table's tags are set to those positions, by shard (`StreamTrim`).
 */
const ADDITIONS = `
CREATE INDEX IF NOT EXISTS stream_records_by_number ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
CREATE TRIGGER IF NOT EXISTS stream_records_trim AFTER UPDATE OF tags ON _tables BEGIN
  DELETE FROM _stream_records WHERE id IN (
    SELECT record.id FROM json_each(NEW.tags) AS tag JOIN _stream_records AS record
      ON record.table_name = NEW.table_name AND record.shard_id = json_extract(tag.value, '$.Key')
      AND CAST(record.sequence_number AS INTEGER) < CAST(json_extract(tag.value, '$.Value') AS INTEGER));
END`;

/** Starts the engine on a database, creating the file if needed. */
type Start = (file: string) => Promise<{ stop: () => Promise<void> }>;

/**
 * Creates the engine's database with our additions, unless it exists. The engine creates its private tables on start
 * and locks the file while it runs, so the template database of each version takes one extra start.
 * @returns whether it was created
 */
export async function prepareDatabase(file: string, version: string, start: Start): Promise<boolean> {
  if (existsSync(file)) return false;
  const name = createHash('sha256').update(version).update(ADDITIONS).digest('hex');
  const kept = await buildFolderOnce({ kind: 'empty-database', name }, async (folder) => {
    const empty = join(folder, EMPTY_DATABASE);
    await (await start(empty)).stop();
    await withDatabase(empty, (database) => database.exec(ADDITIONS));
  });
  // Atomically: an existing file counts as prepared.
  copyFileSync(join(kept, EMPTY_DATABASE), `${file}.new`);
  renameSync(`${file}.new`, file);
  return true;
}

/**
 * Checks an existing database and makes our additions to it.
 * @returns whether it has items
 * @throws Error that says what to do if it is damaged
 */
export async function checkDatabase(file: string): Promise<boolean> {
  return withDatabase(file, (database) => {
    try {
      const damage = statSync(file).size <= CHECKED_BYTES_MAX ? damageOf(database) : undefined;
      if (damage !== undefined) throw new Error(damage);
      database.exec(ADDITIONS);
      return itemTables(database).some((name) => database.get(`SELECT 1 FROM "${name}" LIMIT 1`) !== null);
    } catch (cause) {
      throw new Error(damagedTable(file, (cause as Error).message), { cause });
    }
  });
}

/** The message about a damaged database. */
export const damagedTable = (file: string, damage: string): string =>
  `The table in ${file} is damaged (${damage.replace(/\s+/g, ' ').trim()}). It holds all workspaces, forms and ` +
  `submissions. ${HOW_TO_GO_ON}`;

function damageOf(database: Database): string | undefined {
  const [first] = database.all('PRAGMA integrity_check(1)') as { integrity_check: string }[];
  if (first?.integrity_check !== 'ok') return first?.integrity_check ?? 'the check failed';
  for (const name of itemTables(database)) {
    const items = `SELECT CAST(item_json AS BLOB) AS item, json_valid(item_json) AS isJson FROM "${name}"`;
    for (const { item, isJson } of database.prepare(items).iterate() as Iterable<{ item: Uint8Array; isJson: number }>)
      if (!isJson || !isUtf8(item)) return 'an item is unreadable';
  }
  return undefined;
}

const itemTables = (database: Database): string[] =>
  (database.all('SELECT table_name AS name FROM _tables') as { name: string }[]).map(({ name }) => name);

async function withDatabase<T>(file: string, use: (database: Database) => T): Promise<T> {
  // Loaded on demand: takes 0.1 s of processor time.
  const { default: sqlite } = await import('node-sqlite3-wasm');
  // Stays after a kill, and after exclusive use. Nobody else has the file: its folder is locked, its engine ended.
  const unlock = () => rmSync(`${file}.lock`, { recursive: true, force: true });
  unlock();
  const database = new sqlite.Database(file);
  try {
    await untilExclusive(file, database);
    return use(database);
  } finally {
    database.close();
    unlock();
  }
}

/** Exclusive, because this SQLite cannot share the memory file of a WAL database. */
async function untilExclusive(file: string, database: Database): Promise<void> {
  database.exec('PRAGMA locking_mode=EXCLUSIVE');
  for (const start = Date.now(); ; await sleep(POLL_MS)) {
    try {
      database.all('SELECT 1 FROM sqlite_master LIMIT 1');
      return;
    } catch (cause) {
      if (!/locked|busy/.test(String(cause))) return;
      // The engine may hold the file for a moment while it ends.
      if (Date.now() - start > WAIT_MAX_MS) throw new Error(`The database ${file} is in use.`, { cause });
    }
  }
}
