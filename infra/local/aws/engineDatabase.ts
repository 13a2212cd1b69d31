import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import sqlite from 'node-sqlite3-wasm';

const WAIT_MAX_MS = 10_000;
const POLL_MS = 20;

/**
 * Makes the engine's database and adds an index to its private table of stream records. The engine has no option for
 * that, makes the table when it starts, and locks its file while it runs: so it is started and ended here, and started
 * again to serve.
 * @throws Error when another process uses the file
 */
export async function prepareDatabase(file: string, start: () => Promise<{ stop: () => Promise<void> }>) {
  await (await start()).stop();
  await indexStreamRecords(file);
}

/**
 * The engine numbers each stream record by the largest number so far, which it looks for among all records.
 * With this index it finds it at once; without, every write would be slower than the one before
 * (measured with 10,000 records: 5.8 ms instead of 0.3 ms a write).
 */
async function indexStreamRecords(file: string): Promise<void> {
  // This SQLite locks by a folder, which stays if the process is killed; nobody else is at the data now.
  rmSync(`${file}.lock`, { recursive: true, force: true });
  for (const start = Date.now(); ; await sleep(POLL_MS)) {
    const database = new sqlite.Database(file);
    try {
      // Exclusive, because this SQLite cannot share the memory file of a database in WAL mode.
      database.exec('PRAGMA locking_mode=EXCLUSIVE');
      database.exec(
        'CREATE INDEX IF NOT EXISTS stream_records_by_number ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
      );
      return;
    } catch (cause) {
      // An engine that is just ending still holds the file.
      if (Date.now() - start > WAIT_MAX_MS) throw new Error(`The database ${file} is in use.`, { cause });
    } finally {
      database.close();
    }
  }
}
