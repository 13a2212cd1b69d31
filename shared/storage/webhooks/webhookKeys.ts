import { ID_PREFIX } from '../../contract/ids.ts';
import { ULID_LENGTH } from '../table/itemKeys.ts';
import { type ItemKey, PARTITION_PREFIX } from '../table/partitions.ts';

const webhooksPartition = (endpointId: string): string => `${PARTITION_PREFIX.webhooks}${endpointId}`;

export const WEBHOOK_SORT_PREFIX = 'WEBHOOK#';

/** A webhook, in its endpoint's partition of webhooks; ids sort oldest first. */
export const webhookKey = (endpointId: string, webhookId: string): ItemKey => ({
  PK: webhooksPartition(endpointId),
  SK: `${WEBHOOK_SORT_PREFIX}${webhookId}`,
});

/** A webhook's signing secret, in a separate partition so that few functions can read it. */
export const webhookSecretKey = (endpointId: string, webhookId: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.webhookSecrets}${endpointId}`,
  SK: webhookId,
});

export const webhookIdOf = ({ SK }: { SK: string }): string => SK.slice(WEBHOOK_SORT_PREFIX.length);

export const endpointIdOfWebhook = (webhookId: string): string =>
  `${ID_PREFIX.endpoint}_${webhookId.slice(`${ID_PREFIX.webhook}_`.length).slice(0, ULID_LENGTH)}`;
