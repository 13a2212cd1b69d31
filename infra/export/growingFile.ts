import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { UsageError } from '../commands/command.ts';

/** Personal data: for the operator alone. */
const OWNER_ONLY = 0o600;

/** A file that is written piece by piece, and goes on after a crash from a length that is known to be right. */
export class GrowingFile {
  readonly #handle: FileHandle;
  #length: number;

  private constructor(handle: FileHandle, length: number) {
    this.#handle = handle;
    this.#length = length;
  }

  /**
   * Opens or makes a file and drops what is behind the length.
   * @throws UsageError when the file is shorter: it is not what was written
   */
  static async open(path: string, length = 0): Promise<GrowingFile> {
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT, OWNER_ONLY);
    const { size } = await handle.stat();
    if (size < length) {
      await handle.close();
      throw new UsageError(`${path} was changed since: it should have ${length} bytes or more, and has ${size}.`);
    }
    await handle.truncate(length);
    return new GrowingFile(handle, length);
  }

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** Appends; the bytes are on the disk when it returns. */
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
