import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sqlite from 'node-sqlite3-wasm';
import { makePrivate } from '../files.ts';
import { freePort, HOST } from '../ports.ts';
import { engineBinary } from './engineBinary.ts';

/** A DynamoDB-compatible service, and how to end it. */
export interface Engine {
  endpoint: string;
  stop: () => Promise<void>;
}

const START_TIMEOUT_MS = 10_000;
const POLL_MS = 20;
/** Another process may take the port that was free a moment ago. */
const START_ATTEMPTS = 3;

/**
 * The service at the address in DYNAMODB_ENDPOINT, or else the embedded engine on a file in the data folder.
 * @throws Error that says what to do on a platform without the engine
 */
export async function startEngine(folder: string): Promise<Engine> {
  const external = process.env.DYNAMODB_ENDPOINT;
  if (external) return { endpoint: external.replace(/\/$/, ''), stop: async () => undefined };
  const binary = engineBinary();
  const file = join(folder, 'table.sqlite');
  for (const suffix of ['', '-wal', '-shm']) makePrivate(file + suffix);
  await (await run(binary, file)).stop();
  await indexStreamRecords(file);
  return run(binary, file);
}

/**
 * One of this machine's 16 million addresses: the engine lets every web page read and write that finds it. macOS has
 * only one of them: there its port alone is not known.
 */
const hiddenHost = (): string =>
  process.platform === 'darwin' ? HOST : [127, randomInt(1, 255), randomInt(256), randomInt(1, 255)].join('.');

/** Ends the engine when its standard input closes, so that it never outlives this process, however that ends. */
const WATCHED =
  '"$0" "$@" & engine=$!; trap "kill $engine" TERM; cat > /dev/null; kill $engine 2> /dev/null; wait $engine';

async function run(binary: string, file: string): Promise<Engine> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnFreePort(binary, file);
    } catch (error) {
      if (attempt === START_ATTEMPTS || !/already in use/.test(String(error))) throw error;
    }
  }
}

async function runOnFreePort(binary: string, file: string): Promise<Engine> {
  const host = hiddenHost();
  const port = await freePort(host);
  const address = ['--host', host, '--port', String(port)];
  const child = spawn('/bin/sh', ['-c', WATCHED, binary, 'serve', ...address, '--db-path', file], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // Ctrl-C in a terminal goes to the whole process group: the engine ends when this process says so.
    detached: true,
  });
  const endpoint = `http://${host}:${port}`;
  await untilReady(child, endpoint);
  return { endpoint, stop: () => stop(child) };
}

async function untilReady(child: ChildProcess, endpoint: string): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  for (const start = Date.now(); Date.now() - start < START_TIMEOUT_MS; await sleep(POLL_MS)) {
    if (child.exitCode !== null) break;
    // Any answer will do: an unsigned request is refused by a service that listens.
    if (
      await fetch(endpoint).then(
        () => true,
        () => false,
      )
    )
      return;
  }
  await stop(child);
  throw new Error(`The embedded DynamoDB did not start. It said: ${said.trim()}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
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
      if (Date.now() - start > START_TIMEOUT_MS) throw new Error(`The database ${file} is in use.`, { cause });
    } finally {
      database.close();
    }
  }
}
