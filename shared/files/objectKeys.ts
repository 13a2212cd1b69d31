import { isId } from '../contract/ids.ts';

/** Builds the keys of all objects in the bucket of files. No key contains anything a sender chose. */

/** Key prefix of each kind, on which permissions and the bucket's lifecycle rules depend. */
export const OBJECT_PREFIX = { uploads: 'uploads/', files: 'files/' } as const;

/** Kinds of objects in the bucket of files: unclaimed uploads, and files of submissions. */
export type ObjectKind = keyof typeof OBJECT_PREFIX;

/** A file uploaded before its submission. A lifecycle rule removes it after a day. */
export const uploadKey = (endpointId: string, uploadId: string): string =>
  `${OBJECT_PREFIX.uploads}${endpointId}/${uploadId}`;

export const fileKey = (endpointId: string, submissionId: string, fileId: string): string =>
  `${submissionFilesPrefix(endpointId, submissionId)}${fileId}`;

export const endpointFilesPrefix = (endpointId: string): string => `${OBJECT_PREFIX.files}${endpointId}/`;

export const submissionFilesPrefix = (endpointId: string, submissionId: string): string =>
  `${endpointFilesPrefix(endpointId)}${submissionId}/`;

export const endpointUploadsPrefix = (endpointId: string): string => `${OBJECT_PREFIX.uploads}${endpointId}/`;

export function fileIdsOf(key: string) {
  const [prefix, endpointId = '', submissionId = '', fileId = '', ...more] = key.split('/');
  const isOurs = isId('endpoint', endpointId) && isId('submission', submissionId) && isId('file', fileId);
  if (`${prefix}/` !== OBJECT_PREFIX.files || !isOurs || more.length > 0) return undefined;
  return { endpointId, submissionId, fileId };
}
