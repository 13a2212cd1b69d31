import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileBucket } from '../../../shared/files/fileBucket.ts';
import { fileIdsOf, fileKey } from '../../../shared/files/objectKeys.ts';
import type { FileIds } from '../../../shared/storage/submissions/submittedFiles.ts';
import { UsageError } from '../../tools/program.ts';
import { submittedFile } from './exportFiles.ts';
import { writeWhole } from './jsonLines.ts';

const ATTEMPTS_MAX = 4;
const FIRST_WAIT_MS = 100;
/** The URL is used at once. */
const URL_VALID_S = 300;

/** S3 denied the request: the credentials lack permission. */
class FileRefused extends Error {}

/** Source and target of files. */
interface Copying {
  fileBucket: Pick<FileBucket, 'downloadUrl'>;
  folder: string;
}

/**
 * Writes a file of a submission into an export's folder, streaming it, unless it is already there.
 * @returns whether the file exists in S3
 * @throws Error if S3 refuses or keeps failing
 */
export async function writeSubmittedFile({ fileBucket, folder }: Copying, ids: FileIds): Promise<boolean> {
  const key = fileKey(ids.endpointId, ids.submissionId, ids.fileId);
  // Ids that this service did not make could contain a path.
  if (!fileIdsOf(key)) return false;
  const path = join(folder, submittedFile(ids));
  if (existsSync(path)) return true;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const url = await fileBucket.downloadUrl(key, 'file', URL_VALID_S, new Date());
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(url, path);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || error instanceof FileRefused || error instanceof UsageError) throw error;
      await sleep(FIRST_WAIT_MS * 2 ** attempt);
    }
  }
}

async function writeOnce(url: string, path: string): Promise<boolean> {
  const { status, body } = await fetch(url);
  if (status !== 200) await body?.cancel();
  if (status === 404) return false;
  if (status >= 400 && status < 500) throw new FileRefused(`S3 refused access to a file: ${status}`);
  if (status !== 200 || !body) throw new Error(`S3 responded with ${status} to the request for a file`);
  await writeWhole(path, body);
  return true;
}
