import { close, openSync, write } from 'node:fs';
import { Writable } from 'node:stream';
import { makePrivate } from './files.ts';

/** A file that lines are added to. Where it cannot be written, as on a full disk, it says so once and goes on without. */
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
  // Every instance of every function has its two streams end here.
  return log.setMaxListeners(0);
}
