import { constants } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileBucket } from '../../../shared/files/fileBucket.ts';
import { fileIdsOf, fileKey } from '../../../shared/files/objectKeys.ts';
import type { FileIds } from '../../../shared/storage/submittedFiles.ts';
import { submittedFile } from './files.ts';
import { existsPlain, openPlain } from './plainFiles.ts';

/** The file that is being written; it gets its name once it is whole. */
const UNFINISHED = 'file.new';
const ATTEMPTS_MAX = 4;
const FIRST_WAIT_MS = 100;
/** For an address that is asked at once. */
const ADDRESS_VALID_S = 300;

/** Whoever asks for a file must be somebody who may have it. */
class FileRefused extends Error {}

/** Writes the files of submissions into the folder of an export, one after the other, each by its id. */
export class FileWriter {
  readonly #bucket: Pick<FileBucket, 'addressOf'>;
  readonly #folder: string;

  constructor(bucket: Pick<FileBucket, 'addressOf'>, folder: string) {
    this.#bucket = bucket;
    this.#folder = folder;
  }

  /**
   * Writes a file, whole or not at all, and not again if it is there; it never is in memory as a whole.
   * @returns whether there is such a file
   * @throws UsageError when a symbolic link is in the way; Error when S3 refuses, or fails for good
   */
  async write(ids: FileIds): Promise<boolean> {
    // Ids that this service did not make could lead anywhere.
    if (!fileIdsOf(keyOf(ids))) return false;
    const path = join(this.#folder, submittedFile(ids));
    await this.#makeFolders(dirname(submittedFile(ids)));
    if (await existsPlain(path)) return true;
    const address = await this.#bucket.addressOf(keyOf(ids), 'file', ADDRESS_VALID_S, new Date());
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#writeOnce(address, path);
      } catch (error) {
        if (attempt === ATTEMPTS_MAX || error instanceof FileRefused) throw error;
        await sleep(FIRST_WAIT_MS * 2 ** attempt);
      }
    }
  }

  /** Removes what an interrupted export left of a file whose submission is gone since. */
  finish(): Promise<void> {
    return rm(join(this.#folder, UNFINISHED), { force: true });
  }

  async #writeOnce(address: string, path: string): Promise<boolean> {
    const { status, body } = await fetch(address);
    if (status !== 200) await body?.cancel();
    if (status === 404) return false;
    if (status >= 400 && status < 500) throw new FileRefused(`S3 refused a file: ${status}`);
    if (status !== 200 || !body) throw new Error(`S3 answered ${status} for a file`);
    await this.finish();
    const unfinished = join(this.#folder, UNFINISHED);
    const file = await openPlain(unfinished, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
    try {
      await writeFile(file, body);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    return true;
  }

  /** Makes a folder within the export's, and those on the way to it. */
  async #makeFolders(name: string): Promise<void> {
    if (name === '.') return;
    await this.#makeFolders(dirname(name));
    const path = join(this.#folder, name);
    if (!(await existsPlain(path))) await mkdir(path, { mode: 0o700 });
  }
}

const keyOf = ({ endpointId, submissionId, fileId }: FileIds): string => fileKey(endpointId, submissionId, fileId);
