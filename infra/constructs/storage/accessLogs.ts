import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Bucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { PRIVATE_BUCKET } from './privateBucket.ts';

/** Access logs of the stack's buckets. The bucket is kept when the stack is deleted; its objects expire. */
export class AccessLogs extends Bucket {
  constructor(scope: Construct, id: string, { retentionDays }: { retentionDays: number }) {
    super(scope, id, {
      ...PRIVATE_BUCKET,
      // CloudFront once needed an access control list to write here: while a bucket has one, S3 rejects enforced
      // ownership.
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      lifecycleRules: [{ expiration: Duration.days(retentionDays) }],
      // CloudFormation deletes no bucket with content. After a failed first deployment it is empty.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
