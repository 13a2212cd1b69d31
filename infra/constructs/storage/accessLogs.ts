import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** Who asked for what of the stack's buckets. It is kept when the stack goes, and then empties itself. */
export class AccessLogs extends Bucket {
  constructor(scope: Construct, id: string, { retentionDays }: { retentionDays: number }) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // CloudFront once wrote here by an access control list: while a bucket has such a list, S3 refuses to enforce.
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      lifecycleRules: [{ expiration: Duration.days(retentionDays) }],
      // CloudFormation deletes no bucket that holds something. One that a failed first deployment made is empty.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
