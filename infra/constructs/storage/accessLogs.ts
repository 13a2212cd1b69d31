import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/**
 * Who asked for what of the stack's buckets and pages. Besides what AWS itself samples (X-Ray, WAF) the only place
 * that holds IP addresses, and not for long. It is kept when the stack goes, and then empties itself.
 */
export class AccessLogs extends Bucket {
  constructor(scope: Construct, id: string, { retentionDays }: { retentionDays: number }) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // CloudFront writes its logs by an access control list (Amazon CloudFront, "Standard logging (legacy)").
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      lifecycleRules: [{ expiration: Duration.days(retentionDays) }],
      // CloudFormation deletes no bucket that holds something.
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }
}
