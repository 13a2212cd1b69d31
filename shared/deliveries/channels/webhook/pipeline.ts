import { SQSClient } from '@aws-sdk/client-sqs';
import type { SettingValues } from '../../../runtime/environment.ts';
import { MessageQueue } from '../../../runtime/messageQueue.ts';
import { reachOf } from '../../../runtime/reach.ts';
import { requestTimeouts } from '../../../runtime/requestTimeouts.ts';
import { DueDeliveries } from '../../../storage/dueDeliveries.ts';
import { createClient, Table, type TableAccess } from '../../../storage/table.ts';
import { WebhookDeliveries } from '../../../storage/webhookDeliveries.ts';
import { WebhookState } from '../../../storage/webhookParts.ts';
import { NotificationQueue } from '../mail/notificationQueue.ts';
import { CALL_ATTEMPT_MS, CALL_ATTEMPTS } from '../mail/timing.ts';
import { handOverDue } from './dueTurns.ts';
import { WebhookMetrics } from './metrics.ts';
import { createPoster, type Post } from './post.ts';
import { type SenderDependencies, WebhookSender } from './sender.ts';
import { SwitchOff } from './switchOff.ts';
import { TurnQueue, type Waited, WaitQueue } from './webhookQueue.ts';

/** What deliveries are made of, each part with the others in its place. */
export interface PipelineParts {
  table: TableAccess;
  turns: Pick<MessageQueue, 'sendAll'>;
  waits: Pick<MessageQueue, 'send'>;
  mails: Pick<MessageQueue, 'send' | 'sendAll'>;
  post: Post;
  siteUrl: string;
  now?: () => number;
  random?: () => number;
  /** Waits, in milliseconds. */
  pause?: SenderDependencies['pause'];
}

/** A message that comes so little before it is due is due. */
const EARLY_MS = 1_000;

/** The pipeline from its parts. */
export function assembleWebhookPipeline({
  table,
  post,
  siteUrl,
  now = Date.now,
  random = Math.random,
  pause,
  ...queues
}: PipelineParts) {
  const turns = new TurnQueue(queues.turns);
  const waits = new WaitQueue(queues.waits);
  const metrics = new WebhookMetrics();
  const state = new WebhookState(table, now);
  const deliveries = new WebhookDeliveries(table, now);
  const switchOff = new SwitchOff({ state, mails: new NotificationQueue(queues.mails, now), metrics, now });
  const sender = new WebhookSender({ state, deliveries, waits, switchOff, post, siteUrl, metrics, now, random, pause });
  const due = new DueDeliveries(table);
  const look = () => handOverDue(due, { turns, waits, now });

  /** Sees to a message of the queue of waits. */
  const wakeUp = async (message: Waited): Promise<void> => {
    if ('look' in message) await look();
    else if (message.dueAt > now() + EARLY_MS) await waits.wait(message.take, message.dueAt, now());
    // The queue may know the turn from a moment ago, when it was too early.
    else if ((await turns.sendAll([message.take], `-${message.dueAt}`)).length > 0)
      throw new Error('the queue of webhooks could not be reached');
  };

  return { take: sender.take.bind(sender), wakeUp, look, metrics, deliveries, state };
}
export type WebhookPipeline = Pick<ReturnType<typeof assembleWebhookPipeline>, 'take' | 'wakeUp' | 'look' | 'metrics'>;

const CLIENT = { maxAttempts: CALL_ATTEMPTS, requestHandler: requestTimeouts(CALL_ATTEMPT_MS) };

type PipelineSettings = SettingValues<
  'tableName' | 'siteUrl' | 'notificationQueueUrl' | 'webhookTurnsUrl' | 'webhookWaitsUrl' | 'loopbackReceivers'
>;

/** The pipeline of the function, from its settings. */
export function createWebhookPipeline(settings: PipelineSettings) {
  const sqs = new SQSClient(CLIENT);
  return assembleWebhookPipeline({
    table: new Table(createClient(CLIENT), settings.tableName),
    turns: new MessageQueue(settings.webhookTurnsUrl, sqs),
    waits: new MessageQueue(settings.webhookWaitsUrl, sqs),
    mails: new MessageQueue(settings.notificationQueueUrl, sqs),
    post: createPoster(reachOf(settings.loopbackReceivers)),
    siteUrl: settings.siteUrl,
  });
}
