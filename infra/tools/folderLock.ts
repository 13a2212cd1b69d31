import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A lock on a folder, held by one process. */
export interface FolderLock {
  /** Sets the text that other processes receive when they ask for the lock. Until then they wait. */
  publish: (about: string) => void;
  release: () => Promise<void>;
}

/** The holder publishes within milliseconds of taking the lock. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Locks a folder until this process ends, even by a crash.
 * @param refusal makes the error for a lock that is held, from the text that its holder published
 */
export async function lockFolder(folder: string, refusal: (about: string) => Error): Promise<FolderLock> {
  const address = lockSocketOf(folder);
  for (;;) {
    const lock = await tryToHold(address);
    if (lock) return lock;
    const about = await askHolder(address);
    if (about) throw refusal(about);
    // The holder has ended. On macOS it may have left its socket file.
    if (isFile(address)) rmSync(address, { force: true });
  }
}

/**
 * Path of the folder's lock socket, made from its inode so that every path to the folder has the same lock. On Linux
 * and Windows the socket disappears with its process; on macOS it is a file.
 */
export function lockSocketOf(folder: string, platform: string = process.platform): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  const name = `forms-backend-${dev}-${ino}`;
  if (platform === 'linux') return `\0${name}`;
  return platform === 'win32' ? `${WINDOWS_PIPES}${name}` : join(tmpdir(), `${name}.sock`);
}

const WINDOWS_PIPES = '\\\\.\\pipe\\';

const isFile = (address: string): boolean => !address.startsWith('\0') && !address.startsWith(WINDOWS_PIPES);

async function tryToHold(address: string): Promise<FolderLock | undefined> {
  const waiting = new Set<Socket>();
  let publish: FolderLock['publish'] = () => undefined;
  const published = new Promise<string>((resolve) => {
    publish = resolve;
  });
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on('close', () => waiting.delete(socket)).on('error', () => undefined);
    void published.then((about) => socket.end(about));
  });
  try {
    await once(server.listen(address), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
  const release = async () => {
    server.close();
    for (const socket of waiting) socket.destroy();
    await once(server, 'close');
  };
  return { publish, release };
}

/** The text that the lock's holder published; empty if it ends first. */
function askHolder(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    connect(address)
      .setTimeout(ANSWER_TIMEOUT_MS, () =>
        reject(new Error('The process that uses this folder does not respond: stop it first.')),
      )
      .on('data', (chunk) => {
        response += chunk;
      })
      .on('error', () => resolve(''))
      .on('close', () => resolve(response));
  });
}
