import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Bucket, type CfnBucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { RETENTION_DAYS } from '../../retention.ts';
import { PRIVATE_BUCKET } from './privateBucket.ts';

export interface FailedRecordsProps {
  retainData: boolean;
  accessLogs: IBucket;
  /** A queue that gets a message for each object, for its alarm. */
  announceTo: IQueue;
}

/** Keeps stream records that failed permanently, in full; they contain personal data and expire after a month. */
export class FailedRecords extends Bucket {
  constructor(scope: Construct, id: string, { retainData, accessLogs, announceTo }: FailedRecordsProps) {
    super(scope, id, {
      ...PRIVATE_BUCKET,
      lifecycleRules: [{ expiration: Duration.days(RETENTION_DAYS.failedRecords) }],
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'failed-records/',
      // After a failed first deployment the bucket is empty, and is removed.
      removalPolicy: retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    // Uses EventBridge: S3's own notifications start with a test message, which is not a failure. Set on the low-level
    // resource, because the CDK's bucket would add a function.
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
      // EventBridge retries for a day and then drops the event.
      targets: [new SqsQueue(announceTo, { deadLetterQueue: announceTo })],
    });
  }
}
