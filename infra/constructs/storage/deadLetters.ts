import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '../../acknowledgements.ts';
import { RETENTION_DAYS } from '../../retention.ts';

/** A dead-letter queue with SQS's longest retention. */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(RETENTION_DAYS.messages),
    });
    acknowledge(this, 'Serverless-SQSRedrivePolicy');
  }
}
