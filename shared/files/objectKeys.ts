import { isId } from '../contract/ids.ts';
import type { ObjectKind } from '../contract/operations/define.ts';

/** The keys of every object in the bucket of files. Nothing else builds one, and none has a name that somebody sent. */

/** What the keys of each kind start with: by this, permissions and the bucket's rules tell them apart. */
export const OBJECT_PREFIX: Readonly<Record<ObjectKind, string>> = { uploads: 'uploads/', files: 'files/' };

/** A file that was sent before its submission. A rule of the bucket removes it after a day. */
export const uploadKey = (endpointId: string, uploadId: string): string =>
  `${OBJECT_PREFIX.uploads}${endpointId}/${uploadId}`;

/** A file of a submission. */
export const fileKey = (endpointId: string, submissionId: string, fileId: string): string =>
  `${submissionFilesPrefix(endpointId, submissionId)}${fileId}`;

/** What the keys of all files of an endpoint's submissions start with. */
export const endpointFilesPrefix = (endpointId: string): string => `${OBJECT_PREFIX.files}${endpointId}/`;

/** What the keys of all files of a submission start with. */
export const submissionFilesPrefix = (endpointId: string, submissionId: string): string =>
  `${endpointFilesPrefix(endpointId)}${submissionId}/`;

/** What the keys of all uploads to an endpoint start with. */
export const endpointUploadsPrefix = (endpointId: string): string => `${OBJECT_PREFIX.uploads}${endpointId}/`;

/** The ids in the key of a submission's file; undefined if the key is none. */
export function fileIdsOf(key: string) {
  const [prefix, endpointId = '', submissionId = '', fileId = '', ...more] = key.split('/');
  const isOurs = isId('endpoint', endpointId) && isId('submission', submissionId) && isId('file', fileId);
  if (`${prefix}/` !== OBJECT_PREFIX.files || !isOurs || more.length > 0) return undefined;
  return { endpointId, submissionId, fileId };
}
