import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '../../acknowledgements.ts';
import { RETENTION_DAYS } from '../../retention.ts';

/** Properties of every queue. */
export const QUEUE = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(RETENTION_DAYS.messages),
};

export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, QUEUE);
    acknowledge(this, 'Serverless-SQSRedrivePolicy');
  }
}
