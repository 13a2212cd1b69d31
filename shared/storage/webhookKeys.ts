import { ID_PREFIX } from '../contract/ids.ts';
import { LAST_PLACE, placeAtTime, ULID_LENGTH } from './itemKeys.ts';
import { DUE_DELIVERIES, type ItemKey, PARTITION_PREFIX } from './partitions.ts';

/** The keys of webhooks and of their deliveries. */

const webhooksPartition = (endpointId: string): string => `${PARTITION_PREFIX.webhooks}${endpointId}`;

/** What sort keys of webhooks begin with. */
export const WEBHOOK_SORT_PREFIX = 'WEBHOOK#';

/** A webhook, in a partition of its endpoint's; oldest first, because their ids sort so. */
export const webhookKey = (endpointId: string, webhookId: string): ItemKey => ({
  PK: webhooksPartition(endpointId),
  SK: `${WEBHOOK_SORT_PREFIX}${webhookId}`,
});

/** What signs a webhook's messages: in a partition of its own, so that few functions can read it. */
export const webhookSecretKey = (endpointId: string, webhookId: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.webhookSecrets}${endpointId}`,
  SK: webhookId,
});

/** The record of a delivery (`msg_…`) to a webhook. Their ids sort by the time of their events. */
export const webhookDeliveryKey = (endpointId: string, webhookId: string, deliveryId: string): ItemKey => ({
  PK: webhooksPartition(endpointId),
  SK: `DELIVERY#${webhookId}#${deliveryId}`,
});

/** The range of sort keys of a webhook's deliveries of events from a period (milliseconds since 1970, end excluded). */
export const deliverySortKeysBetween = (
  webhookId: string,
  fromMs = 0,
  endMs = Number.POSITIVE_INFINITY,
): [from: string, to: string] => {
  const start = webhookDeliveryKey('', webhookId, 'msg_').SK;
  return [`${start}${placeAtTime(fromMs)}`, endMs <= 0 ? start : `${start}${placeAtTime(endMs - 1)}${LAST_PLACE}`];
};

/** The delivery id in the sort key of its record. */
export const deliveryIdOf = ({ SK }: { SK: string }): string => SK.slice(SK.lastIndexOf('#') + 1);

/** That a delivery is due at a time, as the contract writes it. */
export const dueDeliveryKey = (dueAt: string, webhookId: string, deliveryId: string): ItemKey => ({
  PK: DUE_DELIVERIES,
  SK: `${dueAt}#${webhookId}#${deliveryId}`,
});

/** The range of sort keys of deliveries that are due by a time, as the contract writes it. */
export const dueSortKeys = (through: string): [from: string, to: string] => ['', `${through}${LAST_PLACE}`];

/** The endpoint id that a webhook's id begins with. */
export const endpointIdOfWebhook = (webhookId: string): string =>
  `${ID_PREFIX.endpoint}_${webhookId.slice(`${ID_PREFIX.webhook}_`.length).slice(0, ULID_LENGTH)}`;
