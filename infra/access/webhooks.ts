import { RESTARTED_ATTRIBUTES } from '../../shared/storage/deliveries/storedDelivery.ts';
import {
  CHANGED_WEBHOOK_ATTRIBUTES,
  NEW_WEBHOOK_ATTRIBUTES,
  SHOWN_CREDENTIAL_ATTRIBUTES,
  WEBHOOK_OWNER_ATTRIBUTES,
} from '../../shared/storage/webhooks/storedWebhook.ts';
import { CREDENTIAL_ATTRIBUTES, NEW_CREDENTIAL_ATTRIBUTES } from '../../shared/storage/webhooks/webhookSecrets.ts';
import { type Access, counting } from './access.ts';

/** The number of webhooks is stored in the endpoint, so that the stream's readers know whether there are webhooks. */
const COUNTING_WEBHOOKS = counting('webhookCount', 'endpoint');

/** A webhook and its credentials are written in one transaction. */
const WITH_CREDENTIALS = ['webhooks', 'webhookSecrets'] as const;

/** A webhook is reached through its endpoint, whose id is part of its own. */
const readsBesideKey = ['endpoint', 'webhooks'] as const;

export const WEBHOOKS_ACCESS = {
  createWebhook: {
    readsBesideKey: ['endpoint'],
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['endpoint'] },
      {
        actions: ['PutItem'],
        partitions: WITH_CREDENTIALS,
        attributes: [...NEW_WEBHOOK_ATTRIBUTES, ...NEW_CREDENTIAL_ATTRIBUTES],
      },
      COUNTING_WEBHOOKS,
    ],
  },
  retrieveWebhook: { readsBesideKey },
  updateWebhook: {
    readsBesideKey,
    tablePermissions: [
      { actions: ['UpdateItem'], partitions: ['webhooks'], attributes: CHANGED_WEBHOOK_ATTRIBUTES, returnsItem: true },
      {
        actions: ['UpdateItem'],
        partitions: WITH_CREDENTIALS,
        attributes: [...CHANGED_WEBHOOK_ATTRIBUTES, ...SHOWN_CREDENTIAL_ATTRIBUTES, ...CREDENTIAL_ATTRIBUTES],
      },
    ],
  },
  deleteWebhook: {
    readsBesideKey,
    tablePermissions: [
      { actions: ['DeleteItem'], partitions: WITH_CREDENTIALS, attributes: WEBHOOK_OWNER_ATTRIBUTES },
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
      { actions: ['BatchGetItem', 'Query'], partitions: ['webhookDeliveries'] },
      { actions: ['UpdateItem'], partitions: ['webhookDeliveries'], attributes: RESTARTED_ATTRIBUTES },
      { actions: ['PutItem'], partitions: ['dueMessages'] },
    ],
    needs: ['webhookQueue', 'failingWebhookQueue'],
  },
} satisfies Access<'webhooks'>;
