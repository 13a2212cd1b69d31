import { BlockPublicAccess, BucketEncryption } from 'aws-cdk-lib/aws-s3';

/** Properties of every bucket. */
export const PRIVATE_BUCKET = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
};
