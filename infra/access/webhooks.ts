import { RESTARTED_ATTRIBUTES } from '../../shared/storage/deliveryRecord.ts';
import { WebhookSecrets } from '../../shared/storage/webhookSecrets.ts';
import { StoredWebhook } from '../../shared/storage/webhooks.ts';
import type { Access, TablePermission } from './access.ts';

/** The number of webhooks is stored in the endpoint, so that the stream's readers know whether there are webhooks. */
const COUNTING_WEBHOOKS: TablePermission = {
  actions: ['UpdateItem'],
  partitions: ['endpoint'],
  attributes: ['webhookCount'],
};

/** Writes a webhook and its secret in one transaction. */
const WITH_SECRET = {
  partitions: ['webhooks', 'webhookSecrets'],
  attributes: [StoredWebhook, WebhookSecrets].flatMap(({ shape }) => Object.keys(shape)),
} as const;

/** A webhook is reached through its endpoint, whose id is part of its own. */
const readsBesideKey = ['endpoint', 'webhooks'] as const;

export const WEBHOOKS_ACCESS = {
  createWebhook: {
    readsBesideKey: ['endpoint'],
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['endpoint'] },
      { actions: ['PutItem'], ...WITH_SECRET },
      COUNTING_WEBHOOKS,
    ],
  },
  retrieveWebhook: { readsBesideKey },
  updateWebhook: {
    readsBesideKey,
    tablePermissions: [
      { actions: ['UpdateItem'], partitions: ['webhooks'] },
      { actions: ['UpdateItem'], ...WITH_SECRET },
    ],
  },
  deleteWebhook: {
    readsBesideKey,
    tablePermissions: [
      { actions: ['DeleteItem'], partitions: WITH_SECRET.partitions, attributes: ['workspaceId'] },
      COUNTING_WEBHOOKS,
    ],
  },
  listWebhooks: { readsBesideKey: ['endpoint'], tablePermissions: [{ actions: ['Query'], partitions: ['webhooks'] }] },
  testWebhook: {
    // A receiver may take 15 seconds.
    timeLimitS: 22,
    readsBesideKey: ['endpoint', 'webhooks', 'webhookSecrets'],
  },
  listWebhookDeliveries: {
    readsBesideKey,
    tablePermissions: [{ actions: ['Query'], partitions: ['webhookDeliveries'] }],
  },
  replayWebhookDeliveries: {
    readsBesideKey,
    tablePermissions: [
      { actions: ['GetItem', 'BatchGetItem', 'Query'], partitions: ['webhookDeliveries'] },
      { actions: ['UpdateItem'], partitions: ['webhookDeliveries'], attributes: RESTARTED_ATTRIBUTES },
      { actions: ['PutItem'], partitions: ['dueMessages'] },
    ],
    needs: ['webhookQueue', 'failingWebhookQueue'],
  },
} satisfies Access<'webhooks'>;
