import { Empty, PageQuery } from '../schemas/common.ts';
import { Webhook, WebhookCreate, WebhookList, WebhookTest, WebhookUpdate } from '../schemas/webhooks/webhook.ts';
import { DeliveriesQuery, Replayed, ReplayRequest, WebhookDeliveryList } from '../schemas/webhooks/webhookLog.ts';
import { operationsOf } from './define.ts';
import { ByEndpointId, ById, jsonBody } from './parts.ts';

const defineOperation = operationsOf('webhooks');

export const createWebhook = defineOperation({
  id: 'createWebhook',
  method: 'POST',
  repeatable: false,
  repeated: 'withoutSecret',
  path: '/v1/webhook',
  summary: 'Create a webhook',
  permission: 'write',
  ...jsonBody(WebhookCreate),
  response: Webhook,
  status: 201,
  errors: ['NOT_FOUND', 'USAGE_EXCEEDED'],
});

export const retrieveWebhook = defineOperation({
  id: 'retrieveWebhook',
  method: 'GET',
  path: '/v1/webhook/{id}',
  summary: 'Retrieve a webhook',
  permission: 'read',
  params: ById,
  response: Webhook,
});

export const updateWebhook = defineOperation({
  id: 'updateWebhook',
  method: 'PUT',
  // A third new secret would end the grace period of the one in use.
  repeatable: { unless: 'rotateSecret' },
  path: '/v1/webhook/{id}',
  summary: 'Update a webhook',
  permission: 'write',
  params: ById,
  ...jsonBody(WebhookUpdate),
  response: Webhook,
});

export const deleteWebhook = defineOperation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/webhook/{id}',
  summary: 'Delete a webhook',
  permission: 'write',
  params: ById,
  response: Empty,
});

export const listWebhooks = defineOperation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhooks/{endpointId}',
  summary: 'List webhooks of an endpoint',
  permission: 'read',
  params: ByEndpointId,
  query: PageQuery,
  response: WebhookList,
});

export const testWebhook = defineOperation({
  id: 'testWebhook',
  method: 'POST',
  repeatable: false,
  path: '/v1/webhook/{id}/test',
  summary: 'Test a webhook',
  permission: 'write',
  params: ById,
  response: WebhookTest,
  // A receiver may take 15 seconds. This rate keeps slow receivers from using up the functions' concurrency.
  requestsPerSecondMax: 1,
});

export const listWebhookDeliveries = defineOperation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/v1/webhook/{id}/deliveries',
  summary: 'List deliveries of a webhook',
  permission: 'read',
  params: ById,
  query: DeliveriesQuery,
  response: WebhookDeliveryList,
});

export const replayWebhookDeliveries = defineOperation({
  id: 'replayWebhookDeliveries',
  method: 'POST',
  repeatable: false,
  path: '/v1/webhook/{id}/deliveries/replay',
  summary: 'Replay deliveries of a webhook',
  permission: 'write',
  params: ById,
  ...jsonBody(ReplayRequest),
  response: Replayed,
});
