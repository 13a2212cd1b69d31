import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** Time that one piece of a removal may take. */
export const PURGE_TIMEOUT = Duration.seconds(60);

/** Deliveries of a message before it is put aside. */
const DELIVERIES_MAX = 10;

/** The queue that hands on the removal of a deleted endpoint's submissions, and where its messages end that fail. */
export class PurgeQueues extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const failed = new Queue(this, 'Failed', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      // AWS advises six times the function's time limit, so that no message comes back while it is worked on.
      visibilityTimeout: Duration.seconds(6 * PURGE_TIMEOUT.toSeconds()),
      deadLetterQueue: { queue: failed, maxReceiveCount: DELIVERIES_MAX },
    });
  }

  feed(purger: IFunction): void {
    purger.addEventSource(new SqsEventSource(this.queue, { batchSize: 1 }));
  }
}
