import type { WebhookEvent } from '../../../contract/schemas/webhooks/webhook.ts';
import { formatTime } from '../../../contract/time.ts';
import type { Lane } from '../../../storage/deliveries/dueMessages.ts';
import type { Delivery } from '../../../storage/deliveries/storedDelivery.ts';
import type { EndpointTargets } from '../../../storage/endpoints/endpointReader.ts';
import type { TableAccess } from '../../../storage/table/table.ts';
import type { StoredWebhook } from '../../../storage/webhooks/storedWebhook.ts';
import { readWebhooks } from '../../../storage/webhooks/webhooks.ts';
import { NO_PLAN, type Planner } from '../../channel.ts';
import { arrivalOf, type DeliveryEvent } from '../../events.ts';
import { deliveryIdFor } from './deliveryId.ts';
import { webhookEvents } from './webhookEvents.ts';
import { WEBHOOK_LEASE_MS, WEBHOOK_RETRY_WAITS_MS } from './webhookTiming.ts';

export interface WebhookPlannerDependencies {
  endpoints: { find(id: string): Promise<EndpointTargets | undefined> };
  table: Pick<TableAccess, 'query'>;
}

/** Plans deliveries to webhooks. All are queued: a receiver that hangs would delay the stream. */
export const createWebhookPlanner = ({ endpoints, table }: WebhookPlannerDependencies): Planner => ({
  name: 'webhook',
  leaseMs: WEBHOOK_LEASE_MS,
  retryWaitsMs: WEBHOOK_RETRY_WAITS_MS,
  needsOperator: false,
  atOncePerTarget: 1,
  pageSize: 5,
  failingLane: 'failingWebhook',
  ...webhookEvents,
  metricOf: (outcome) => outcome,
  mayGrowOld: (lane) => lane === 'failingWebhook',
  plan: async (endpointId, events) => {
    const endpoint = await endpoints.find(endpointId);
    if (!endpoint || endpoint.webhookCount === 0) return NO_PLAN;
    const webhooks = await readWebhooks(table, endpointId);
    const queued = webhooks.map((webhook) => ({
      lane: laneFor(webhook),
      deliveries: events.filter((event) => wants(webhook, event)).map((event) => deliveryOf(webhook, event)),
    }));
    return { ready: [], queued, group: endpoint.workspaceId };
  },
});

/** A webhook that failed lately has its own lane. */
export const laneFor = ({ failingSince }: Pick<StoredWebhook, 'failingSince'>): Lane =>
  failingSince === undefined ? 'webhook' : 'failingWebhook';

const wants = ({ isEnabled, events, includeSpam }: StoredWebhook, { event, isOfSpam }: DeliveryEvent): boolean =>
  isEnabled && events.includes(event as WebhookEvent) && (includeSpam || !isOfSpam);

function deliveryOf({ id: webhookId }: StoredWebhook, event: DeliveryEvent): Delivery {
  const arrivedMs = arrivalOf(event);
  return {
    channel: 'webhook',
    target: webhookId,
    id: deliveryIdFor({ ...event, event: event.event as WebhookEvent, webhookId, submissionId: event.about }),
    endpointId: event.endpointId,
    about: event.about,
    event: event.event,
    createdAt: formatTime(new Date(event.at)),
    ...(arrivedMs !== undefined && { arrivedAt: formatTime(new Date(arrivedMs)) }),
    hops: event.hops,
  };
}
