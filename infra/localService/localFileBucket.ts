import { FileBucket } from '../../shared/files/fileBucket.ts';
import type { Outputs } from './outputs.ts';
import { LOCAL } from './template.ts';

/** URL and credentials of a local service's file bucket. */
export type FileBucketConnection = Pick<
  Outputs,
  'fileBucket' | 's3Endpoint' | 's3SecretAccessKey' | 'dynamodbAccessKeyId'
>;

export const credentialsOf = ({
  dynamodbAccessKeyId: accessKeyId,
  s3SecretAccessKey: secretAccessKey,
}: FileBucketConnection) => ({ accessKeyId, secretAccessKey });

/** A local service's file bucket, for code outside its functions. */
export function localFileBucket(address: FileBucketConnection): FileBucket {
  const { fileBucket: bucket, s3Endpoint: endpoint } = address;
  const credentials = async () => credentialsOf(address);
  return new FileBucket({ bucket, region: LOCAL.region, endpoint, credentials });
}
