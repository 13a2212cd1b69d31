import { Empty, PageQuery } from '../schemas/common.ts';
import { Webhook, WebhookCreate, WebhookList, WebhookTest, WebhookUpdate } from '../schemas/webhook.ts';
import { DeliveriesQuery, Replayed, ReplayRequest, WebhookDeliveryList } from '../schemas/webhookLog.ts';
import { defineOperation, type TablePermission } from './define.ts';
import { ByEndpointId, ById, jsonBody, None, noBody } from './parts.ts';

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

export const createWebhook = defineOperation({
  id: 'createWebhook',
  group: 'webhooks',
  method: 'POST',
  path: '/v1/webhook',
  summary: 'Create a webhook',
  permission: 'write',
  params: None,
  query: None,
  ...jsonBody(WebhookCreate),
  response: Webhook,
  status: 201,
  errors: ['NOT_FOUND', 'USAGE_EXCEEDED'],
  readsBesideKey: ['endpoint'],
  tablePermissions: [
    { actions: ['GetItem'], partitions: ['endpoint'] },
    { actions: ['PutItem'], partitions: ['webhooks'] },
    { actions: ['PutItem'], partitions: ['webhookSecrets'], attributes: ['secret', 'headers'] },
    COUNTING_WEBHOOKS,
  ],
});

export const retrieveWebhook = defineOperation({
  id: 'retrieveWebhook',
  group: 'webhooks',
  method: 'GET',
  path: '/v1/webhook/{id}',
  summary: 'Retrieve a webhook',
  permission: 'read',
  params: ById,
  query: None,
  ...noBody,
  response: Webhook,
  status: 200,
  readsBesideKey,
  tablePermissions: [FINDING],
});

export const updateWebhook = defineOperation({
  id: 'updateWebhook',
  group: 'webhooks',
  method: 'PUT',
  path: '/v1/webhook/{id}',
  summary: 'Update a webhook',
  permission: 'write',
  params: ById,
  query: None,
  ...jsonBody(WebhookUpdate),
  response: Webhook,
  status: 200,
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
});

export const deleteWebhook = defineOperation({
  id: 'deleteWebhook',
  group: 'webhooks',
  method: 'DELETE',
  path: '/v1/webhook/{id}',
  summary: 'Delete a webhook',
  permission: 'write',
  params: ById,
  query: None,
  ...noBody,
  response: Empty,
  status: 200,
  readsBesideKey,
  tablePermissions: [
    FINDING,
    { actions: ['DeleteItem'], partitions: ['webhooks'] },
    { actions: ['DeleteItem'], partitions: ['webhookSecrets'], attributes: [] },
    COUNTING_WEBHOOKS,
  ],
});

export const listWebhooks = defineOperation({
  id: 'listWebhooks',
  group: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks/{endpointId}',
  summary: 'List webhooks of an endpoint',
  permission: 'read',
  params: ByEndpointId,
  query: PageQuery,
  ...noBody,
  response: WebhookList,
  status: 200,
  readsBesideKey: ['endpoint'],
  tablePermissions: [
    { actions: ['GetItem'], partitions: ['endpoint'] },
    { actions: ['Query'], partitions: ['webhooks'] },
  ],
});

export const testWebhook = defineOperation({
  id: 'testWebhook',
  group: 'webhooks',
  method: 'POST',
  path: '/v1/webhook/{id}/test',
  summary: 'Test a webhook',
  permission: 'write',
  params: ById,
  query: None,
  ...noBody,
  response: WebhookTest,
  status: 200,
  // A receiver may take 15 seconds. This rate keeps slow receivers from using up the functions' concurrency.
  timeLimitS: 22,
  requestsPerSecondMax: 1,
  readsBesideKey: ['endpoint', 'webhooks', 'webhookSecrets'],
  tablePermissions: [{ actions: ['GetItem'], partitions: ['endpoint', 'webhooks', 'webhookSecrets'] }],
});

export const listWebhookDeliveries = defineOperation({
  id: 'listWebhookDeliveries',
  group: 'webhooks',
  method: 'GET',
  path: '/v1/webhook/{id}/deliveries',
  summary: 'List deliveries of a webhook',
  permission: 'read',
  params: ById,
  query: DeliveriesQuery,
  ...noBody,
  response: WebhookDeliveryList,
  status: 200,
  readsBesideKey,
  tablePermissions: [
    { actions: ['GetItem'], partitions: ['endpoint', 'webhooks'] },
    { actions: ['Query'], partitions: ['webhookDeliveries'] },
  ],
});

export const replayWebhookDeliveries = defineOperation({
  id: 'replayWebhookDeliveries',
  group: 'webhooks',
  method: 'POST',
  path: '/v1/webhook/{id}/deliveries/replay',
  summary: 'Replay deliveries of a webhook',
  permission: 'write',
  params: ById,
  query: None,
  ...jsonBody(ReplayRequest),
  response: Replayed,
  status: 200,
  readsBesideKey,
  tablePermissions: [
    { actions: ['GetItem'], partitions: ['endpoint', 'webhooks'] },
    { actions: ['GetItem', 'BatchGetItem', 'Query'], partitions: ['webhookDeliveries'] },
    { actions: ['UpdateItem'], partitions: ['webhookDeliveries'], attributes: RESTARTED_ATTRIBUTES },
    { actions: ['PutItem'], partitions: ['dueMessages'] },
  ],
  needs: ['webhookQueue', 'failingWebhookQueue'],
});
