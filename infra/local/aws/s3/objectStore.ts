import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import * as z from 'zod';

/** What S3 keeps of an object beside its bytes. */
const ObjectHead = z.object({
  key: z.string(),
  /** Bytes. */
  size: z.number(),
  /** MD5 in hexadecimal. */
  etag: z.string(),
  /** Milliseconds since 1970. */
  lastModified: z.number(),
  /** `content-type` and what else comes back with the object, by names in lower case. */
  headers: z.record(z.string(), z.string()),
  tags: z.record(z.string(), z.string()),
});
export type ObjectHead = z.output<typeof ObjectHead>;

/** Bytes that are on the disk and belong to no object yet. */
export interface Staged {
  file: string;
  size: number;
  /** Digests of the bytes, in hexadecimal. */
  md5: string;
  sha256: string;
  crc32: string;
}

/** A part of an object: the first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const STAGED = '.staged';
/** The length of what is kept of an object stands at the end of its file, in so many bytes. */
const LENGTH_BYTES = 4;

/**
 * The objects of a bucket, each a file: its bytes, then what is kept of it as JSON, then the length of that. So an object is
 * there whole or not at all, whatever ends the process.
 */
export class ObjectStore {
  readonly #folder: string;
  readonly #heads = new Map<string, ObjectHead>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (name.endsWith(STAGED)) rmSync(file);
      else this.#know(readHead(file));
    }
  }

  #know(head: ObjectHead | undefined): void {
    if (head) this.#heads.set(head.key, head);
  }

  head(key: string): ObjectHead | undefined {
    return this.#heads.get(key);
  }

  /** All that begin like this, sorted by the bytes of their keys. */
  list(prefix = ''): ObjectHead[] {
    return [...this.#heads.values()]
      .filter(({ key }) => key.startsWith(prefix))
      .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  }

  /** The bytes of an object, as it is now: it may be replaced or deleted while it is read. */
  read({ key, size }: ObjectHead, { start, end }: ByteRange = { start: 0, end: size - 1 }): Readable {
    // Opened at once, so that it is the object of the head.
    const fd = openSync(this.#fileOf(key), 'r');
    if (end >= start) return createReadStream('', { fd, start, end });
    closeSync(fd);
    return Readable.from([]);
  }

  /**
   * Writes bytes to the disk, chunk by chunk. They become an object with `commit`.
   * @throws whatever the source fails with; nothing is left then
   */
  async stage(source: Readable): Promise<Staged> {
    const file = join(this.#folder, `${randomUUID()}${STAGED}`);
    const digests = new Digests();
    try {
      // Opened at once: a stream that fails before it has opened its file would make it later.
      await pipeline(source, digests, createWriteStream('', { fd: openSync(file, 'wx', PRIVATE_FILE) }));
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    }
    return { file, ...digests.result() };
  }

  discard({ file }: Staged): void {
    rmSync(file, { force: true });
  }

  /**
   * Makes an object of staged bytes, in place of what has its key.
   * @param mayReplace is asked at the last moment, and throws to refuse
   */
  async commit(
    staged: Staged,
    about: Omit<ObjectHead, 'size' | 'etag'>,
    mayReplace: (present: ObjectHead | undefined) => void = () => undefined,
  ): Promise<ObjectHead> {
    const head: ObjectHead = { ...about, size: staged.size, etag: staged.md5 };
    try {
      const text = Buffer.from(JSON.stringify(head));
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(text.length);
      await appendFile(staged.file, Buffer.concat([text, length]));
      mayReplace(this.#heads.get(head.key));
    } catch (error) {
      this.discard(staged);
      throw error;
    }
    renameSync(staged.file, this.#fileOf(head.key));
    this.#heads.set(head.key, head);
    return head;
  }

  delete(key: string): void {
    rmSync(this.#fileOf(key), { force: true });
    this.#heads.delete(key);
  }

  /** By a digest: a key may be longer than a file name, and hold anything. */
  #fileOf(key: string): string {
    return join(this.#folder, createHash('sha256').update(key).digest('hex'));
  }
}

/** What is kept of the object in a file; undefined when it cannot be read: the file stays, and the output names it. */
function readHead(file: string): ObjectHead | undefined {
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const end = Buffer.alloc(LENGTH_BYTES);
    readSync(fd, end, 0, LENGTH_BYTES, size - LENGTH_BYTES);
    const text = Buffer.alloc(end.readUInt32BE());
    readSync(fd, text, 0, text.length, size - LENGTH_BYTES - text.length);
    return ObjectHead.parse(JSON.parse(text.toString()));
  } catch {
    console.error(`The object in ${file} cannot be read.`);
    return undefined;
  } finally {
    closeSync(fd);
  }
}

/** Passes bytes on and counts and digests them. */
class Digests extends Transform {
  readonly #md5 = createHash('md5');
  readonly #sha256 = createHash('sha256');
  #crc32 = 0;
  #size = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#size += chunk.length;
    this.#md5.update(chunk);
    this.#sha256.update(chunk);
    this.#crc32 = crc32(chunk, this.#crc32);
    done(null, chunk);
  }

  result(): Omit<Staged, 'file'> {
    return {
      size: this.#size,
      md5: this.#md5.digest('hex'),
      sha256: this.#sha256.digest('hex'),
      crc32: this.#crc32.toString(16).padStart(8, '0'),
    };
  }
}
