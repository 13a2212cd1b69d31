import type { MessageQueue } from '../../../runtime/messageQueue.ts';
import type { Lane } from '../../../storage/deliveries/dueMessages.ts';
import { WebhookHealth } from '../../../storage/webhooks/webhookHealth.ts';
import { Consumer } from '../../consumer.ts';
import { createEngine, type EngineParts } from '../../createEngine.ts';
import { DeliveryMetrics, ENGINE_METRICS } from '../../metrics.ts';
import type { Post } from './post.ts';
import { SwitchOff } from './switchOff.ts';
import { createWebhookChannel } from './webhookChannel.ts';
import { WEBHOOK_METRICS } from './webhookMetrics.ts';

export interface WebhookPartsOfService extends EngineParts {
  lanes: Partial<Record<Lane, Pick<MessageQueue, 'name' | 'send' | 'receive' | 'delete'>>>;
  post: Post;
  siteUrl: string;
  pause?: (ms: number) => Promise<unknown>;
}

export function createWebhookDeliveries({ post, siteUrl, pause, ...parts }: WebhookPartsOfService) {
  const { table, lanes, now = Date.now } = parts;
  const created = createEngine(parts, new DeliveryMetrics({ ...ENGINE_METRICS, ...WEBHOOK_METRICS }));
  const { engine, queues, metrics, endpoints } = created;
  const state = new WebhookHealth(table, now);
  const channel = createWebhookChannel({
    endpoints,
    table,
    state,
    switchOff: new SwitchOff({ state, queues, metrics, now }),
    post,
    siteUrl,
    now,
    ...(pause && { pause }),
  });
  const consumer = new Consumer({ channels: { webhook: channel }, engine, queues, metrics, receiveFrom: lanes, now });
  return { ...created, channel, consumer };
}
