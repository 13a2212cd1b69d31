import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makePrivate } from '../files.ts';
import { freePort, HOST } from '../ports.ts';
import { checkVersion, engineBinary } from './engineBinary.ts';
import { prepareDatabase } from './engineDatabase.ts';

export interface Engine {
  endpoint: string;
  stop: () => Promise<void>;
}

const START_TIMEOUT_MS = 10_000;
const POLL_MS = 20;
/** Another process may take the port first. */
const START_ATTEMPTS = 3;

/**
 * Connects to DYNAMODB_ENDPOINT, or starts the embedded engine on a file in the data folder.
 * @throws Error with the command to run if the engine is missing or has another version
 */
export async function startEngine(folder: string): Promise<Engine> {
  const external = process.env.DYNAMODB_ENDPOINT;
  if (external) return { endpoint: external.replace(/\/$/, ''), stop: async () => undefined };
  const binary = engineBinary();
  const version = checkVersion(binary);
  const file = join(folder, 'table.sqlite');
  await prepareDatabase(file, version, (empty) => run(binary, empty));
  for (const suffix of ['', '-wal', '-shm']) makePrivate(file + suffix);
  return run(binary, file);
}

/**
 * Picks one of 16 million loopback addresses, because the engine allows every web page to read and write. Outside Linux
 * and Windows there is only one: only the port is hidden.
 */
const hiddenHost = (): string =>
  ['linux', 'win32'].includes(process.platform)
    ? [127, randomInt(1, 255), randomInt(256), randomInt(1, 255)].join('.')
    : HOST;

/** Ends the engine when its standard input closes, so that it never outlives this process. */
const KEEPER = fileURLToPath(new URL('engineKeeper.js', import.meta.url));

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
  const child = spawn(process.execPath, [KEEPER, binary, 'serve', ...address, '--db-path', file], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // Own process group: Ctrl-C must not end the engine before this process does.
    detached: true,
    windowsHide: true,
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
    // Any status will do: a listening service rejects an unsigned request.
    if (
      await fetch(endpoint).then(
        () => true,
        () => false,
      )
    )
      return;
  }
  await stop(child);
  throw new Error(`The embedded DynamoDB did not start. It printed: ${said.trim()}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}
