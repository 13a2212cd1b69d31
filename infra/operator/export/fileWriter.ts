import { constants } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileBucket } from '../../../shared/files/fileBucket.ts';
import { fileIdsOf, fileKey } from '../../../shared/files/objectKeys.ts';
import type { FileIds } from '../../../shared/storage/submittedFiles.ts';
import { submittedFile } from './files.ts';
import { existsPlain, openPlain } from './plainFiles.ts';

/** A file in progress; it is renamed when complete. */
const UNFINISHED = 'file.new';
const ATTEMPTS_MAX = 4;
const FIRST_WAIT_MS = 100;
/** The URL is used at once. */
const URL_VALID_S = 300;

/** S3 denied the request: the credentials lack permission. */
class FileRefused extends Error {}

/** Writes files of submissions into an export's folder, one at a time, named by their ids. */
export class FileWriter {
  readonly #bucket: Pick<FileBucket, 'downloadUrl'>;
  readonly #folder: string;

  constructor(bucket: Pick<FileBucket, 'downloadUrl'>, folder: string) {
    this.#bucket = bucket;
    this.#folder = folder;
  }

  /**
   * Writes a file atomically, streaming it, unless it is already there.
   * @returns whether the file exists in S3
   * @throws UsageError if a symbolic link is in the way; Error if S3 refuses or keeps failing
   */
  async write(ids: FileIds): Promise<boolean> {
    // Ids that this service did not make could contain a path.
    if (!fileIdsOf(keyOf(ids))) return false;
    const path = join(this.#folder, submittedFile(ids));
    await this.#makeFolders(dirname(submittedFile(ids)));
    if (await existsPlain(path)) return true;
    const url = await this.#bucket.downloadUrl(keyOf(ids), 'file', URL_VALID_S, new Date());
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#writeOnce(url, path);
      } catch (error) {
        if (attempt === ATTEMPTS_MAX || error instanceof FileRefused) throw error;
        await sleep(FIRST_WAIT_MS * 2 ** attempt);
      }
    }
  }

  /** Removes an unfinished file left by an interrupted export. */
  finish(): Promise<void> {
    return rm(join(this.#folder, UNFINISHED), { force: true });
  }

  async #writeOnce(url: string, path: string): Promise<boolean> {
    const { status, body } = await fetch(url);
    if (status !== 200) await body?.cancel();
    if (status === 404) return false;
    if (status >= 400 && status < 500) throw new FileRefused(`S3 refused access to a file: ${status}`);
    if (status !== 200 || !body) throw new Error(`S3 responded with ${status} to the request for a file`);
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

  async #makeFolders(name: string): Promise<void> {
    if (name === '.') return;
    await this.#makeFolders(dirname(name));
    const path = join(this.#folder, name);
    if (!(await existsPlain(path))) await mkdir(path, { mode: 0o700 });
  }
}

const keyOf = ({ endpointId, submissionId, fileId }: FileIds): string => fileKey(endpointId, submissionId, fileId);
