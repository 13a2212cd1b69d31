import { Duration } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { MAIL_TIME_LIMIT_S } from '../../../shared/deliveries/channels/mail/mailTiming.ts';
import { WEBHOOK_TIME_LIMIT_S } from '../../../shared/deliveries/channels/webhook/webhookTiming.ts';
import { RECEIVES_MAX, visibilityTimeoutS } from '../../../shared/deliveries/timeoutsAndRetries.ts';
import { type ServiceFunctions, sendingTo } from '../functions/serviceFunctions.ts';
import { DeadLetters, QUEUE } from '../storage/deadLetters.ts';

/** The queues of deliveries: one for mail, and two for webhooks, one of them for webhooks that failed lately. */
export class DeliveryQueues extends Construct {
  readonly mail: Queue;
  readonly webhook: Queue;
  readonly failingWebhook: Queue;
  /** Dead-letter queue: messages that repeatedly crashed the function or could not be processed. */
  readonly failed: Queue;

  constructor(scope: Construct, id: string, functions: ServiceFunctions) {
    super(scope, id);
    this.failed = new DeadLetters(this, 'Failed');
    this.mail = this.#add('Mail', MAIL_TIME_LIMIT_S);
    this.webhook = this.#add('Webhook', WEBHOOK_TIME_LIMIT_S);
    this.failingWebhook = this.#add('FailingWebhook', WEBHOOK_TIME_LIMIT_S);
    functions.provide('mailQueue', sendingTo(this.mail, 'mailQueueUrl'));
    functions.provide('webhookQueue', sendingTo(this.webhook, 'webhookQueueUrl'));
    functions.provide('failingWebhookQueue', sendingTo(this.failingWebhook, 'failingWebhookQueueUrl'));
  }

  #add(id: string, timeLimitS: number): Queue {
    return new Queue(this, id, {
      ...QUEUE,
      visibilityTimeout: Duration.seconds(visibilityTimeoutS(timeLimitS)),
      deadLetterQueue: { queue: this.failed, maxReceiveCount: RECEIVES_MAX },
    });
  }
}
