import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { UsageError } from '../../tools/program.ts';
import { openPlain } from './plainFiles.ts';

/** A file that is appended to. After a crash it continues from a length known to be on disk. */
export class GrowingFile {
  readonly #handle: FileHandle;
  #length: number;

  private constructor(handle: FileHandle, length: number) {
    this.#handle = handle;
    this.#length = length;
  }

  /** Creates a file, which must not exist. */
  static async create(path: string): Promise<GrowingFile> {
    return new GrowingFile(await openPlain(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL), 0);
  }

  /**
   * Opens or creates a file and truncates it to the length.
   * @throws UsageError if the file is shorter, so was changed since, or is a symbolic link
   */
  static async open(path: string, length: number): Promise<GrowingFile> {
    const handle = await openPlain(path, constants.O_RDWR | constants.O_CREAT);
    const { size } = await handle.stat();
    if (size < length) {
      await handle.close();
      throw new UsageError(
        `${path} was changed after the interruption: it has ${size} bytes instead of at least ${length}.`,
      );
    }
    await handle.truncate(length);
    return new GrowingFile(handle, length);
  }

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  /** Appends text; on disk when it returns. */
  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, written, bytes.length - written, this.#length);
      written += bytesWritten;
      this.#length += bytesWritten;
    }
    await this.#handle.datasync();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
