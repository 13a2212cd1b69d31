import type { Access, TablePermission } from './access.ts';

/** The number of webhooks is stored in the endpoint, so that the stream's readers know whether it has any. */
const COUNTING_WEBHOOKS: TablePermission = {
  actions: ['UpdateItem'],
  partitions: ['endpoint'],
  attributes: ['webhookCount'],
};

/** The attributes that a replay changes or checks. */
const RESTARTED_ATTRIBUTES = [
  ...['state', 'failures', 'nextAttemptAt', 'reason', 'failedAt', 'sentAt', 'claim', 'startedAt', 'leaseUntil', 'ttl'],
];

/** A webhook is reached through its endpoint, whose id is part of its own. */
const FINDING: TablePermission = { actions: ['GetItem'], partitions: ['endpoint', 'webhooks'] };
const readsBesideKey = ['endpoint', 'webhooks'] as const;

export const WEBHOOKS_ACCESS = {
  createWebhook: {
    readsBesideKey: ['endpoint'],
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['endpoint'] },
      { actions: ['PutItem'], partitions: ['webhooks'] },
      { actions: ['PutItem'], partitions: ['webhookSecrets'], attributes: ['secret', 'headers'] },
      COUNTING_WEBHOOKS,
    ],
  },
  retrieveWebhook: {
    readsBesideKey,
    tablePermissions: [FINDING],
  },
  updateWebhook: {
    readsBesideKey,
    tablePermissions: [
      FINDING,
      { actions: ['UpdateItem'], partitions: ['webhooks'] },
      {
        actions: ['UpdateItem'],
        partitions: ['webhookSecrets'],
        attributes: ['secret', 'previousSecret', 'previousUntil', 'headers'],
      },
    ],
  },
  deleteWebhook: {
    readsBesideKey,
    tablePermissions: [
      FINDING,
      { actions: ['DeleteItem'], partitions: ['webhooks'] },
      { actions: ['DeleteItem'], partitions: ['webhookSecrets'], attributes: [] },
      COUNTING_WEBHOOKS,
    ],
  },
  listWebhooks: {
    readsBesideKey: ['endpoint'],
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['endpoint'] },
      { actions: ['Query'], partitions: ['webhooks'] },
    ],
  },
  testWebhook: {
    // A receiver may take 15 seconds.
    timeLimitS: 22,
    readsBesideKey: ['endpoint', 'webhooks', 'webhookSecrets'],
    tablePermissions: [{ actions: ['GetItem'], partitions: ['endpoint', 'webhooks', 'webhookSecrets'] }],
  },
  listWebhookDeliveries: {
    readsBesideKey,
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['endpoint', 'webhooks'] },
      { actions: ['Query'], partitions: ['webhookDeliveries'] },
    ],
  },
  replayWebhookDeliveries: {
    readsBesideKey,
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['endpoint', 'webhooks'] },
      { actions: ['GetItem', 'BatchGetItem', 'Query'], partitions: ['webhookDeliveries'] },
      { actions: ['UpdateItem'], partitions: ['webhookDeliveries'], attributes: RESTARTED_ATTRIBUTES },
      { actions: ['PutItem'], partitions: ['dueMessages'] },
    ],
    needs: ['webhookQueue', 'failingWebhookQueue'],
  },
} satisfies Access<'webhooks'>;
