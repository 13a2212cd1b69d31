import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildFolderOnce } from '../../tools/buildFolder.ts';

const WAIT_MAX_MS = 10_000;
const POLL_MS = 20;
const EMPTY_DATABASE = 'table.sqlite';

/**
 * Index on the engine's stream records. The engine looks up the largest sequence number on every write; without an
 * index each write is slower than the previous one (5.8 ms instead of 0.3 ms with 10,000 records).
 */
const INDEX =
  'CREATE INDEX IF NOT EXISTS stream_records_by_number ON _stream_records (table_name, CAST(sequence_number AS INTEGER))';

/** Starts the engine on a database, creating the file if needed. */
type Start = (file: string) => Promise<{ stop: () => Promise<void> }>;

/**
 * Creates the engine's database with the index, unless it exists. The engine creates its private tables on start and
 * locks the file while it runs, so the template database of each version takes one extra start.
 */
export async function prepareDatabase(file: string, version: string, start: Start): Promise<void> {
  if (existsSync(file)) return;
  const name = createHash('sha256').update(version).update(INDEX).digest('hex');
  const kept = await buildFolderOnce({ kind: 'empty-database', name }, async (folder) => {
    const empty = join(folder, EMPTY_DATABASE);
    await (await start(empty)).stop();
    await indexStreamRecords(empty);
  });
  // Atomically: an existing file counts as prepared.
  copyFileSync(join(kept, EMPTY_DATABASE), `${file}.new`);
  renameSync(`${file}.new`, file);
}

async function indexStreamRecords(file: string): Promise<void> {
  // Loaded on demand: takes 0.1 s of processor time.
  const { default: sqlite } = await import('node-sqlite3-wasm');
  for (const start = Date.now(); ; await sleep(POLL_MS)) {
    const database = new sqlite.Database(file);
    try {
      // Exclusive, because this SQLite cannot share the memory file of a WAL database.
      database.exec('PRAGMA locking_mode=EXCLUSIVE');
      database.exec(INDEX);
      return;
    } catch (cause) {
      // The engine may hold the file for a moment while it ends.
      if (Date.now() - start > WAIT_MAX_MS) throw new Error(`The database ${file} is in use.`, { cause });
    } finally {
      database.close();
    }
  }
}
