import { FileBucket } from '../../shared/files/fileBucket.ts';
import { SignedRequests } from '../../shared/files/signedRequests.ts';
import type { Outputs } from './outputs.ts';
import { LOCAL } from './template.ts';

/** Where the bucket of files of a local service is, and what it asks for. */
export type FileBucketAddress = Pick<
  Outputs,
  'fileBucket' | 's3Endpoint' | 's3SecretAccessKey' | 'dynamodbAccessKeyId'
>;

/** The bucket of files of a local service, from outside its functions. */
export function localFileBucket({ fileBucket: bucket, s3Endpoint: endpoint, ...keys }: FileBucketAddress): FileBucket {
  const { dynamodbAccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = keys;
  const credentials = async () => ({ accessKeyId, secretAccessKey });
  return new FileBucket(new SignedRequests({ bucket, region: LOCAL.region, endpoint, credentials }));
}
