import { close, openSync, write } from 'node:fs';
import { Writable } from 'node:stream';
import { makePrivate } from './files.ts';

/** Opens a file for appending. If it cannot be written, as on a full disk, it says so once and drops lines. */
export function openLog(file: string): Writable {
  makePrivate(file);
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
      close(descriptor, done);
    },
  });
  // The two streams of every function instance are piped into it.
  return log.setMaxListeners(0);
}
