import { isId } from '../contract/ids.ts';
import { FILES_MAX } from '../contract/limits.ts';
import type { SubmissionData } from '../contract/schemas/submissions/submission.ts';
import type { FileReceiver, SentFiles } from '../files/fileReceiver.ts';
import { filesNotTaken, uploadGone } from '../files/uploads.ts';
import type { StoredEndpoint } from '../storage/endpoints/storedEndpoint.ts';
import type { UploadClaim, UploadClaims } from '../storage/submissions/uploadClaims.ts';
import type { Admitted } from './admit.ts';
import { uploadIdsIn } from './controlFields.ts';
import { type InputFile, sha256 } from './repeats.ts';

export interface FileDependencies {
  uploadClaims: Pick<UploadClaims, 'hasTaken' | 'reserve' | 'release'>;
  /** Loaded with the first file. */
  fileReceiver: () => Promise<Pick<FileReceiver, 'accept' | 'store'>>;
}

/**
 * True if a named upload belongs to another submission. More uploads than a form can have are rejected without a read.
 */
export async function namesTaken(
  body: SubmissionData,
  { uploadClaims }: Pick<FileDependencies, 'uploadClaims'>,
): Promise<boolean> {
  const ids = uploadIdsIn(body).filter((id) => isId('upload', id));
  return ids.length > 0 && ids.length <= FILES_MAX && uploadClaims.hasTaken(ids);
}

/**
 * Checks a submission's files, if any.
 * @returns the functions that store and release them, and what tells their contents apart
 */
export async function receiveFiles(
  { id: endpointId, files: settings }: StoredEndpoint,
  sent: SentFiles,
  checkFiles: Admitted['checkFiles'],
  { fileReceiver, uploadClaims }: FileDependencies,
) {
  if (sent.files.length + sent.uploadIds.length === 0) return undefined;
  if (!settings) throw filesNotTaken();
  const { uploadIds } = sent;
  if (!uploadIds.every((id) => isId('upload', id))) throw uploadGone();
  const receiver = await fileReceiver();
  const inspected = await receiver.accept(endpointId, settings, sent);
  const dropped = checkFiles?.(inspected);
  const accepted = inspected.filter(({ field }) => !dropped?.has(field));
  if (accepted.length === 0) return undefined;
  let reserved: UploadClaim | undefined;
  const store = async (submissionId: string, nameHash?: string) => {
    const claim = { endpointId, submissionId, nameHash, uploadIds };
    // Prevents two requests from copying an upload at the same time.
    const claims = uploadIds.length > 0 ? await uploadClaims.reserve(claim) : [];
    reserved = claim;
    return { files: await receiver.store(endpointId, submissionId, accepted), claims };
  };
  // If the release fails, the reservation expires.
  const release = async () => {
    if (reserved && uploadIds.length > 0) await uploadClaims.release(reserved).catch(() => undefined);
  };
  const inputs = () =>
    accepted.map(({ field, name, source }): InputFile => {
      const content = Buffer.isBuffer(source) ? sha256(source).toString('base64') : source.etag;
      return { field, name, content };
    });
  return { store, release, inputs };
}
