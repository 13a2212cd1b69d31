import { close, copyFileSync, openSync, rmSync, statSync, truncateSync, write } from 'node:fs';
import { Writable } from 'node:stream';
import { complain } from './complain.ts';
import { makePrivate } from './diskFiles.ts';

const BYTES_MAX = 10_000_000;
const CHECK_INTERVAL_MS = 10_000;

/**
 * Opens a file for appending. Beyond 10 MB its content moves to a second file, which replaces the previous one: function
 * instances have the file open, too, so it is emptied, not renamed. If it cannot be written, as on a full disk, it says so once and
 * drops lines.
 */
export function openLog(file: string): Writable {
  makePrivate(file);
  cut(file);
  const timer = setInterval(() => cut(file), CHECK_INTERVAL_MS).unref();
  const descriptor = openSync(file, 'a', 0o600);
  let hasFailed = false;
  const fail = (error: Error) => {
    if (!hasFailed) console.error(`Lines are missing in ${file}: ${error.message}`);
    hasFailed = true;
  };
  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      write(descriptor, chunk, (error) => {
        if (error) fail(error);
        done();
      });
    },
    final(done) {
      clearInterval(timer);
      close(descriptor, done);
    },
  });
  // The two streams of every function instance are piped into it.
  return log.setMaxListeners(0);
}

function cut(file: string): void {
  const older = `${file}.1`;
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size <= BYTES_MAX) return;
    try {
      // Makes room first.
      rmSync(older, { force: true });
      copyFileSync(file, older);
    } finally {
      truncateSync(file);
    }
  } catch (error) {
    complain(`Old lines of ${file} are gone:`, error);
  }
}
