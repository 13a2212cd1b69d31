import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { RETENTION_DAYS } from '../../retention.ts';

export interface FailedRecordsProps {
  retainData: boolean;
  /** Where the log of the bucket goes. */
  accessLogs: IBucket;
  /** A queue that gets a message for each object, for its alarm. */
  announceTo: IQueue;
}

/** Keeps whole the stream records that failed for good; they hold personal data and are removed after a month. */
export class FailedRecords extends Bucket {
  constructor(scope: Construct, id: string, { retainData, accessLogs, announceTo }: FailedRecordsProps) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(RETENTION_DAYS.failedRecords) }],
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'failed-records/',
      // After a failed first deployment the bucket is empty, and is removed.
      removalPolicy: retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    // Over EventBridge: S3 itself would begin with a test message, which is no failure. Of the resource itself, because the
    // CDK's bucket would set it with a function of its own.
    (this.node.defaultChild as CfnBucket).notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
    new Rule(this, 'PutAside', {
      description: 'Stream records that were put aside',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [this.bucketName] } },
      },
      // EventBridge tries for a day, and has no other place to put it.
      targets: [new SqsQueue(announceTo, { deadLetterQueue: announceTo })],
    });
  }
}
