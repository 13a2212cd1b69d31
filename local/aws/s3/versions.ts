import type { Bucket } from './bucket.ts';
import type { ObjectHead } from './objectHead.ts';
import { notFound, type S3Request } from './requests.ts';
import { S3Error } from './s3Error.ts';

/** Version headers of a response; empty for a bucket without versions. */
export const versionHeaders = ({ versionId, isDeleteMarker }: ObjectHead): Record<string, string> => ({
  ...(versionId !== undefined && { 'x-amz-version-id': versionId }),
  ...(isDeleteMarker && { 'x-amz-delete-marker': 'true' }),
});

/**
 * The requested version of an object, by default its newest.
 * @throws S3Error if it does not exist
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
