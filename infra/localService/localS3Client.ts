import { S3Client } from '@aws-sdk/client-s3';
import { credentialsOf, type FileBucketConnection } from './localFileBucket.ts';
import { LOCAL } from './template.ts';

/** S3's client for a local service. */
export const localS3Client = (address: FileBucketConnection): S3Client =>
  new S3Client({
    endpoint: address.s3Endpoint,
    forcePathStyle: true,
    region: LOCAL.region,
    credentials: credentialsOf(address),
  });
