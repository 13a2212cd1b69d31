import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Held by the one process that works on a folder. */
export interface FolderLock {
  /** Says something about this process to others that want the lock; until then they wait. */
  publish: (about: string) => void;
  release: () => Promise<void>;
}

/** A process publishes something within milliseconds after it took the lock. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Locks a folder for this process until it ends, however it ends.
 * @param refusal the error to throw when another process holds the lock, from what that process published
 */
export async function lockFolder(folder: string, refusal: (about: string) => Error): Promise<FolderLock> {
  const address = addressOf(folder);
  for (;;) {
    const lock = await tryToHold(address);
    if (lock) return lock;
    const about = await askHolder(address);
    if (about) throw refusal(about);
    // The holder has ended in the meantime. Where the address is a file, it may have left it behind.
    if (isFile(address)) rmSync(address, { force: true });
  }
}

/**
/**
 * The address of a socket that stands for the folder by its inode, so that every path to the folder leads to the same
 * lock. Only one process can listen there. On Linux and Windows the address is gone with its process; on macOS it is a
 * file.
 */
export function addressOf(folder: string, platform: string = process.platform): string {
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

/** What the holder of the lock published; empty when it ends before. */
function askHolder(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    connect(address)
      .setTimeout(ANSWER_TIMEOUT_MS, () =>
        reject(new Error('The process that works on this folder does not answer: end it first.')),
      )
      .on('data', (chunk) => {
        answer += chunk;
      })
      .on('error', () => resolve(''))
      .on('close', () => resolve(answer));
  });
}
