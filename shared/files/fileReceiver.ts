import { FILE_FIELD_BYTES_MAX } from '../contract/limits.ts';
import type { ShownFileSettings, SubmittedFile } from '../contract/schemas/files/submittedFile.ts';
import { newId } from '../runtime/newId.ts';
import { type FileBucket, ObjectChanged } from './fileBucket.ts';
import { detectedTypeOf, isArchive, requireNoMacros, START_BYTES } from './fileKind.ts';
import { cleanFileName } from './fileName.ts';
import { fileKey, uploadKey } from './objectKeys.ts';
import type { SentFile } from './sentFile.ts';
import { EncodedObject } from './signedRequests.ts';
import { encodedUpload, filesError, requireSize, uploadGone } from './uploads.ts';

export interface FileReceiverDependencies {
  bucket: Pick<FileBucket, 'put' | 'findUpload' | 'read' | 'copy'>;
  /** Schedules the removal of these files, in case no submission with them is stored. */
  removeUnlessStored: (endpointId: string, submissionId: string, fileIds: string[]) => Promise<void>;
  isScanned: boolean;
}

export interface SentFiles {
  files: readonly SentFile[];
  uploadIds: readonly string[];
}

interface AcceptedFile extends Pick<SubmittedFile, 'field' | 'name' | 'type' | 'bytes'> {
  /** Its content, or the upload that holds it. */
  source: Buffer<ArrayBuffer> | { key: string; etag: string };
}

export class FileReceiver {
  readonly #dependencies: FileReceiverDependencies;

  constructor(dependencies: FileReceiverDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Checks files and uploads concurrently.
   * @throws ApiError BAD_REQUEST for too many or empty files or a missing upload; PAYLOAD_TOO_LARGE and UNSUPPORTED_MEDIA_TYPE
   *   for files that the endpoint does not accept
   */
  async accept(
    endpointId: string,
    settings: ShownFileSettings,
    { files, uploadIds }: SentFiles,
  ): Promise<AcceptedFile[]> {
    const empty = files.find(({ content }) => content.length === 0);
    if (empty) {
      const name = cleanFileName(empty.name);
      throw filesError('BAD_REQUEST', `The file "${name}" is empty: choose another one.`);
    }
    if (files.length + uploadIds.length > settings.maxCount)
      throw filesError('BAD_REQUEST', `This form accepts at most ${settings.maxCount} files.`);
    return Promise.all([
      ...files.map((file) => acceptSent(file, settings)),
      ...uploadIds.map((id) => this.#acceptUpload(uploadKey(endpointId, id), settings)),
    ]);
  }

  /**
   * Stores files for a submission that is stored next; if that fails, they are removed later.
   * @throws ApiError BAD_REQUEST when an upload changed in the meantime; StorageUnavailable
   */
  async store(endpointId: string, submissionId: string, accepted: readonly AcceptedFile[]): Promise<SubmittedFile[]> {
    const { removeUnlessStored, isScanned } = this.#dependencies;
    // Files are stored by id: sorted ids keep the order of the form.
    const ids = accepted.map(() => newId('file')).sort();
    // Scheduled before anything is stored, so a crash leaves nothing behind.
    await removeUnlessStored(endpointId, submissionId, ids);
    return Promise.all(
      accepted.map(async ({ source, ...file }, index) => {
        const id = ids[index] as string;
        await this.#put(fileKey(endpointId, submissionId, id), source);
        return { id, ...file, scan: isScanned ? ('pending' as const) : ('not scanned' as const) };
      }),
    );
  }

  async #put(key: string, source: AcceptedFile['source']): Promise<void> {
    const { bucket } = this.#dependencies;
    if (Buffer.isBuffer(source)) return bucket.put(key, source);
    return orRefused(bucket.copy(source.key, key, source.etag));
  }

  async #acceptUpload(key: string, settings: ShownFileSettings): Promise<AcceptedFile> {
    const { bucket } = this.#dependencies;
    const found = await orRefused(bucket.findUpload(key, START_BYTES));
    if (!found) throw uploadGone();
    const { name, field, bytes, etag } = found;
    requireSize(bytes, settings);
    const type = detectedTypeOf(found, settings.types);
    const read = (from: number, to: number) => orRefused(bucket.read(key, { from, to }, etag));
    if (isArchive(type)) await requireNoMacros(name, { bytes, start: found.start, read });
    return { field, name, type, bytes, source: { key, etag } };
  }
}

async function acceptSent({ field, name: sentName, type: declared, content }: SentFile, settings: ShownFileSettings) {
  const name = cleanFileName(sentName);
  if (Buffer.byteLength(field) > FILE_FIELD_BYTES_MAX)
    throw filesError('BAD_REQUEST', `The name of a field with a file has more than ${FILE_FIELD_BYTES_MAX} bytes.`);
  requireSize(content.length, settings);
  const type = detectedTypeOf({ name, type: declared, start: content.subarray(0, START_BYTES) }, settings.types);
  const read = async (from: number, to: number) => content.subarray(from, to);
  if (isArchive(type)) await requireNoMacros(name, { bytes: content.length, start: content, read });
  return { field, name, type, bytes: content.length, source: content };
}

/** @throws ApiError if the upload changed or is encoded */
async function orRefused<T>(upload: Promise<T>): Promise<T> {
  try {
    return await upload;
  } catch (error) {
    if (error instanceof EncodedObject) throw encodedUpload();
    throw error instanceof ObjectChanged ? uploadGone() : error;
  }
}
