import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { monotonicFactory } from 'ulid';
import { type ObjectHead, readHead, trailerOf } from './objectHead.ts';

/** Bytes on disk that are not an object yet. */
export interface Staged {
  file: string;
  size: number;
  /** Digests in hexadecimal. */
  md5: string;
  sha256: string;
}

export interface ByteRange {
  start: number;
  end: number;
}

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const STAGED = '.staged';
/** S3's id of the only version in a bucket without versions. */
const NULL_VERSION = 'null';

export interface ObjectVersion {
  head: ObjectHead;
  versionId: string;
  /** When a newer version was created, in milliseconds since 1970; undefined for the newest. */
  noncurrentSince: number | undefined;
}

/**
 * The objects of a bucket. Each version is one file with bytes and metadata, so a crash never leaves half an object.
 */
export class ObjectStore {
  readonly #folder: string;
  readonly #isVersioned: boolean;
  /** Versions by key, newest first; exactly one in a bucket without versions. */
  readonly #heads = new Map<string, ObjectHead[]>();
  /** Version ids sort by time. */
  readonly #newVersionId = monotonicFactory();

  constructor(folder: string, { isVersioned }: { isVersioned: boolean }) {
    this.#folder = folder;
    this.#isVersioned = isVersioned;
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (name.endsWith(STAGED)) rmSync(file);
      else this.#know(readHead(file));
    }
  }

  #know(head: ObjectHead | undefined): void {
    if (!head) return;
    const others = (this.#heads.get(head.key) ?? []).filter(({ versionId }) => versionId !== head.versionId);
    this.#heads.set(head.key, [head, ...others].sort(newestFirst));
  }

  /** The newest version of an object; undefined if it is deleted. */
  head(key: string): ObjectHead | undefined {
    const [head] = this.#heads.get(key) ?? [];
    return head?.isDeleteMarker ? undefined : head;
  }

  version(key: string, versionId: string): ObjectHead | undefined {
    return this.#heads.get(key)?.find((head) => versionIdOf(head) === versionId);
  }

  /** The newest versions of all objects with a prefix, sorted by the bytes of their keys, without deleted ones. */
  list(prefix = ''): ObjectHead[] {
    return this.#keys(prefix).flatMap((key) => this.head(key) ?? []);
  }

  /** All versions of objects with a prefix, sorted by key, newest version first. */
  versions(prefix = ''): ObjectVersion[] {
    return this.#keys(prefix).flatMap((key) =>
      (this.#heads.get(key) ?? []).map((head, index, all) => {
        const noncurrentSince = all[index - 1]?.lastModified;
        return { head, versionId: versionIdOf(head), noncurrentSince };
      }),
    );
  }

  isOnlyVersion({ key }: ObjectHead): boolean {
    return this.#heads.get(key)?.length === 1;
  }

  #keys(prefix: string): string[] {
    return [...this.#heads.keys()]
      .filter((key) => key.startsWith(prefix))
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  }

  /** Reads the current bytes of an object, even if it is replaced or deleted meanwhile. */
  read(head: ObjectHead, { start, end }: ByteRange = { start: 0, end: head.size - 1 }): Readable {
    // Opened at once, so that the bytes match the metadata.
    const fd = openSync(this.#fileOf(head), 'r');
    if (end >= start) return createReadStream('', { fd, start, end });
    closeSync(fd);
    return Readable.from([]);
  }

  /** Writes bytes to disk; `commit` makes them an object. On failure it removes them and throws the source's error. */
  async stage(source: Readable): Promise<Staged> {
    const file = this.#newFile();
    const digests = new Digests();
    try {
      // Opened at once: a stream that fails before it opens its file would create it later.
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
   * Turns staged bytes into an object, replacing the one with its key or adding a version.
   * @param mayReplace called at the last moment; throws to refuse
   */
  async commit(
    staged: Staged,
    about: Omit<ObjectHead, 'size' | 'etag'>,
    mayReplace: (present: ObjectHead | undefined) => void = () => undefined,
  ): Promise<ObjectHead> {
    const head: ObjectHead = { ...about, ...this.#newVersion(), size: staged.size, etag: staged.md5 };
    try {
      await appendFile(staged.file, trailerOf(head));
      mayReplace(this.head(head.key));
    } catch (error) {
      this.discard(staged);
      throw error;
    }
    this.#keep(staged.file, head);
    return head;
  }

  /**
   * Deletes an object. In a bucket with versions it adds a delete marker and keeps the versions.
   * @param now milliseconds since 1970
   * @returns the delete marker
   */
  delete(key: string, now = Date.now()): ObjectHead | undefined {
    if (!this.#isVersioned) {
      this.deleteVersion(key, NULL_VERSION);
      return undefined;
    }
    const empty = { size: 0, etag: '', headers: {} };
    const marker: ObjectHead = { ...empty, key, lastModified: now, ...this.#newVersion(), isDeleteMarker: true };
    const file = this.#newFile();
    writeFileSync(file, trailerOf(marker), { mode: PRIVATE_FILE });
    this.#keep(file, marker);
    return marker;
  }

  deleteVersion(key: string, versionId: string): void {
    const head = this.version(key, versionId);
    if (!head) return;
    rmSync(this.#fileOf(head), { force: true });
    const others = (this.#heads.get(key) ?? []).filter((each) => each !== head);
    if (others.length > 0) this.#heads.set(key, others);
    else this.#heads.delete(key);
  }

  #keep(file: string, head: ObjectHead): void {
    renameSync(file, this.#fileOf(head));
    this.#know(head);
  }

  #newVersion(): Pick<ObjectHead, 'versionId'> {
    return this.#isVersioned ? { versionId: this.#newVersionId() } : {};
  }

  #newFile(): string {
    return join(this.#folder, `${randomUUID()}${STAGED}`);
  }

  /** Named by a digest, because a key may be too long for a file name and contain any character. */
  #fileOf({ key, versionId }: ObjectHead): string {
    const name = versionId === undefined ? key : `${versionId}/${key}`;
    return join(this.#folder, createHash('sha256').update(name).digest('hex'));
  }
}

const versionIdOf = ({ versionId = NULL_VERSION }: ObjectHead): string => versionId;

const newestFirst = ({ versionId: a = '' }: ObjectHead, { versionId: b = '' }: ObjectHead): number => (a < b ? 1 : -1);

/** Counts and hashes the bytes that pass through. */
class Digests extends Transform {
  readonly #md5 = createHash('md5');
  readonly #sha256 = createHash('sha256');
  #size = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#size += chunk.length;
    this.#md5.update(chunk);
    this.#sha256.update(chunk);
    done(null, chunk);
  }

  result(): Omit<Staged, 'file'> {
    return { size: this.#size, md5: this.#md5.digest('hex'), sha256: this.#sha256.digest('hex') };
  }
}
