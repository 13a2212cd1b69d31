import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, HOST } from '../http/ports.ts';
import { ENGINE_UNAVAILABLE } from '../process/complain.ts';
import { makePrivate } from '../process/diskFiles.ts';
import { Loop } from '../process/loop.ts';
import { checkVersion, engineBinary } from './engineBinary.ts';
import { checkDatabase, prepareDatabase } from './engineDatabase.ts';
import { endOrphan, pidFileOf } from './engineOrphan.ts';

export interface Engine {
  endpoint: string;
  /** The database's file; undefined for an external engine. */
  file?: string;
  /** True if the database had items when it was opened. */
  hadItems?: boolean;
  stop: () => Promise<void>;
}

const START_TIMEOUT_MS = 10_000;
const POLL_MS = 20;
/** Another process may take the port first. */
const START_ATTEMPTS = 3;
const RESTART_WAIT_MS = 100;
const RESTART_WAIT_MAX_MS = 30_000;
/** An engine that ran as long was healthy: its next restart is immediate again. */
const HEALTHY_AFTER_MS = 60_000;

/** The URL of another DynamoDB to use instead. */
export const externalEngine = (): string | undefined => process.env.DYNAMODB_ENDPOINT;

/**
 * Connects to DYNAMODB_ENDPOINT, or starts the embedded engine on a file in the data folder. An engine that ends by
 * itself is started again.
 * @throws Error with advice if the engine is missing, has another version or its database is damaged
 */
export async function startEngine(folder: string): Promise<Engine> {
  const external = externalEngine();
  if (external) return { endpoint: external.replace(/\/$/, ''), stop: async () => undefined };
  const binary = engineBinary();
  const version = checkVersion(binary);
  const file = join(folder, TABLE_FILE);
  await endOrphan(file);
  const isNew = await prepareDatabase(file, version, (empty) => run(binary, empty));
  const hadItems = !isNew && (await checkDatabase(file));
  for (const suffix of ['', '-wal', '-shm']) makePrivate(file + suffix);
  return { ...(await supervise(binary, file)), file, hadItems };
}

/** Name of the database in the data folder. */
export const TABLE_FILE = 'table.sqlite';

/** Runs the engine, and again at the same address, after growing pauses, whenever it ends by itself. */
async function supervise(binary: string, file: string): Promise<Engine> {
  const first = await runOnFreePort(binary, file);
  const { endpoint } = first;
  let { child } = first;
  let startedAt = Date.now();
  let pauseMs = RESTART_WAIT_MS;
  let reported: ChildProcess | undefined;
  const loop = new Loop('The restart of the embedded DynamoDB');
  loop.start(async (signal) => {
    await ended(child);
    if (signal.aborted) return;
    if (child !== reported)
      console.error(`The embedded DynamoDB ended by itself: it is restarted. ${saidBy(child).split('\n').at(-1)}`);
    reported = child;
    pauseMs = Date.now() - startedAt > HEALTHY_AFTER_MS ? RESTART_WAIT_MS : Math.min(2 * pauseMs, RESTART_WAIT_MAX_MS);
    await loop.pause(pauseMs);
    if (signal.aborted) return;
    await endOrphan(file);
    child = await runAt(binary, file, new URL(endpoint));
    startedAt = Date.now();
  });
  const stopAll = async () => {
    const stopped = loop.stop();
    await stop(child);
    await stopped;
    // It may have been restarted in the meantime.
    await stop(child);
  };
  return { endpoint, stop: stopAll };
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

async function run(binary: string, file: string): Promise<{ stop: () => Promise<void> }> {
  const { child } = await runOnFreePort(binary, file);
  return { stop: () => stop(child) };
}

async function runOnFreePort(binary: string, file: string): Promise<{ child: ChildProcess; endpoint: string }> {
  for (let attempt = 1; ; attempt++) {
    const host = hiddenHost();
    const endpoint = `http://${host}:${await freePort(host)}`;
    try {
      return { child: await runAt(binary, file, new URL(endpoint)), endpoint };
    } catch (error) {
      if (attempt === START_ATTEMPTS || !/already in use/.test(String(error))) throw error;
    }
  }
}

async function runAt(binary: string, file: string, { hostname, port, origin }: URL): Promise<ChildProcess> {
  const address = ['--host', hostname, '--port', port];
  const args = [KEEPER, pidFileOf(file), binary, 'serve', ...address, '--db-path', file];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'ignore', 'pipe'],
    // Own process group: Ctrl-C must not end the engine before this process does.
    detached: true,
    windowsHide: true,
  });
  said.set(child, '');
  child.stderr?.on('data', (chunk) => said.set(child, saidBy(child) + chunk));
  await untilReady(child, origin);
  return child;
}

/** The output of each engine. */
const said = new WeakMap<ChildProcess, string>();
const saidBy = (child: ChildProcess): string => (said.get(child) ?? '').trim();

async function untilReady(child: ChildProcess, endpoint: string): Promise<void> {
  for (const start = Date.now(); Date.now() - start < START_TIMEOUT_MS; await sleep(POLL_MS)) {
    if (hasEnded(child)) break;
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
  const error = new Error(`The embedded DynamoDB did not start. It printed: ${saidBy(child)}`);
  throw Object.assign(error, { name: ENGINE_UNAVAILABLE });
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const ended = async (child: ChildProcess): Promise<unknown> => hasEnded(child) || once(child, 'exit');

async function stop(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  await ended(child);
}
