import { Duration } from 'aws-cdk-lib';
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { RECEIVES_MAX, visibilityTimeoutS } from '../../../shared/deliveries/timeoutsAndRetries.ts';
import { BACKGROUND_ACCESS } from '../../access/background.ts';
import { type ServiceFunctions, sendingTo } from '../functions/serviceFunctions.ts';
import { QUEUE } from '../storage/deadLetters.ts';
import { readQueue } from './queueReader.ts';

export interface SignInMailProps {
  functions: ServiceFunctions;
  /** Dead-letter queue. */
  failedMessages: IQueue;
  /** The dashboard's URL, for links in mails. */
  siteUrl: string;
}

/** For three reads of the table and a mail at their longest. A failed mail is repeated six times this later. */
const TIME_LIMIT_S = 10;
/** AWS’s minimum. A message takes a tenth of a second, and the gateway lets in ten a second. */
const AT_ONCE = 2;

/** Mails codes and invitations to members, apart from the notifications, which may be delayed. */
export class SignInMail extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { functions, failedMessages, siteUrl }: SignInMailProps) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      ...QUEUE,
      visibilityTimeout: Duration.seconds(visibilityTimeoutS(TIME_LIMIT_S)),
      deadLetterQueue: { queue: failedMessages, maxReceiveCount: RECEIVES_MAX },
    });
    functions.provide('signInQueue', sendingTo(this.queue, 'signInQueueUrl'));
    const sender = functions.add('sendSignInMail', {
      timeout: Duration.seconds(TIME_LIMIT_S),
      access: BACKGROUND_ACCESS.sendSignInMail,
      settings: { siteUrl },
    }).function;
    readQueue(sender, 'QueueMapping', { queue: this.queue, maxConcurrency: AT_ONCE });
  }
}
