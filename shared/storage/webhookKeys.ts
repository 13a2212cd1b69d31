import { ID_PREFIX } from '../contract/ids.ts';
import { ULID_LENGTH } from './itemKeys.ts';
import { type ItemKey, PARTITION_PREFIX } from './partitions.ts';

/** The keys of webhooks. */

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

/** The endpoint id that a webhook's id begins with. */
export const endpointIdOfWebhook = (webhookId: string): string =>
  `${ID_PREFIX.endpoint}_${webhookId.slice(`${ID_PREFIX.webhook}_`.length).slice(0, ULID_LENGTH)}`;
