import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Held by the one service that works on a folder. */
export interface FolderLock {
  /** Says where this service is to whoever tries to start another; until then they wait. */
  publish: (apiUrl: string) => void;
  release: () => Promise<void>;
}

/** A service says where it is within milliseconds after it took the lock. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Takes a folder for this process until it ends, however it ends.
 * @throws Error that says where the service is that holds it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const address = addressOf(folder);
  for (;;) {
    const lock = await tryToHold(address);
    if (lock) return lock;
    const apiUrl = await askHolder(address);
    if (apiUrl) throw new Error(`A service with the data in ${folder} is running already, at ${apiUrl}.`);
    // Its holder has ended in the meantime, or has left a file behind, where the address is one.
    if (isFile(address)) rmSync(address, { force: true });
  }
}

/**
 * A socket stands for the folder, by its inode: whatever path leads there, it is the same. Linux and Windows have
 * addresses that only one process can hold and that go with it; elsewhere the address is a file.
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
    void published.then((apiUrl) => socket.end(apiUrl));
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

/** Where the service is that holds the lock; empty when it ends before it says so. */
function askHolder(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    connect(address)
      .setTimeout(ANSWER_TIMEOUT_MS, () => reject(new Error('A service with this data hangs: end it first.')))
      .on('data', (chunk) => {
        answer += chunk;
      })
      .on('error', () => resolve(''))
      .on('close', () => resolve(answer));
  });
}
