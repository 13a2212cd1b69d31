import type { Bucket } from './bucket.ts';
import type { ObjectHead } from './objectHead.ts';
import { notFound, type S3Request } from './requests.ts';
import { S3Error } from './s3Error.ts';

/** What answers say of a version; nothing in a bucket without versions. */
export const versionHeaders = ({ versionId, isDeleteMarker }: ObjectHead): Record<string, string> => ({
  ...(versionId !== undefined && { 'x-amz-version-id': versionId }),
  ...(isDeleteMarker && { 'x-amz-delete-marker': 'true' }),
});

/**
 * The object that a request reads: its newest version, or the one that the request names.
 * @throws S3Error if it is not there
 */
export function objectIn(
  caller: S3Request['caller'],
  bucket: Bucket,
  { key, versionId }: { key: string; versionId: string | undefined },
): ObjectHead {
  const { objects } = bucket;
  const head = versionId === undefined ? objects.head(key) : objects.version(key, versionId);
  if (!head) throw versionId === undefined ? notFound(caller, bucket, key) : new S3Error('NoSuchVersion');
  if (head.isDeleteMarker) throw new S3Error('MethodNotAllowed');
  return head;
}
