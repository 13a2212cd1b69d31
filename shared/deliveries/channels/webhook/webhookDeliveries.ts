import type { MessageQueue } from '../../../runtime/messageQueue.ts';
import { DeliveryRecords } from '../../../storage/deliveryRecords.ts';
import { DueMessages } from '../../../storage/dueMessages.ts';
import { EndpointReader } from '../../../storage/endpointTargets.ts';
import type { TableAccess } from '../../../storage/table.ts';
import { WebhookState } from '../../../storage/webhookParts.ts';
import { readWebhooks } from '../../../storage/webhooks.ts';
import type { Lane } from '../../channel.ts';
import { Consumer } from '../../consumer.ts';
import { DeliveryQueues } from '../../deliveryQueues.ts';
import { DeliveryEngine } from '../../engine.ts';
import { DeliveryMetrics } from '../../metrics.ts';
import type { Post } from './post.ts';
import { SwitchOff } from './switchOff.ts';
import { createWebhookChannel } from './webhookChannel.ts';

export interface WebhookPartsOfService {
  table: TableAccess;
  lanes: Partial<Record<Lane, Pick<MessageQueue, 'name' | 'send' | 'receive' | 'delete'>>>;
  post: Post;
  siteUrl: string;
  now?: () => number;
  random?: () => number;
  /** Waits, in milliseconds. */
  pause?: (ms: number) => Promise<unknown>;
}

/** The engine with the channel of webhooks. */
export function createWebhookDeliveries({
  table,
  lanes,
  post,
  siteUrl,
  pause,
  now = Date.now,
  ...parts
}: WebhookPartsOfService) {
  const records = new DeliveryRecords(table, now);
  const queues = new DeliveryQueues({ lanes, due: new DueMessages(table), now });
  const metrics = new DeliveryMetrics();
  const state = new WebhookState(table, now);
  const engine = new DeliveryEngine({ table, records, queues, metrics, now, ...parts });
  const endpoints = new EndpointReader(table);
  const channel = createWebhookChannel({
    endpoints,
    readWebhooks: (endpointId) => readWebhooks(table, endpointId),
    state,
    switchOff: new SwitchOff({ state, queues, metrics, now }),
    post,
    siteUrl,
    now,
    ...(pause && { pause }),
  });
  const consumer = new Consumer({ channels: [channel], engine, queues, receiveFrom: lanes, now });
  return { channel, engine, queues, metrics, endpoints, records, consumer };
}
