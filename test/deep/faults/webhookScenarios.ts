import { WEBHOOK_SECRET_HEADER } from '../../../shared/contract/headers.ts';
import { WebhookCreate } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { newWebhookSecret } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { endpointKey } from '../../../shared/storage/table/itemKeys.ts';
import { webhookKey, webhookSecretKey } from '../../../shared/storage/webhooks/webhookKeys.ts';
import { currentCredentials } from '../../../shared/storage/webhooks/webhookSecrets.ts';
import { readWebhooks, Webhooks } from '../../../shared/storage/webhooks/webhooks.ts';
import { lookUp } from '../../support/lookups.ts';
import { grows, READ } from './answers.ts';
import type { Conversation, Scenario } from './scenarios.ts';
import type { SimulatedCloud, SimulatedResponse } from './simulatedCloud.ts';
import { RECEIVER } from './submissionScenarios.ts';

const URL = `https://hooks.example.com/${RECEIVER.path}`;

export async function givenWebhook(cloud: SimulatedCloud, fields: object = {}) {
  const endpoint = await cloud.newEndpoint({ emailNotifications: false });
  const { table } = cloud.services;
  const webhooks = new Webhooks(table);
  const created = WebhookCreate.parse({ endpointId: endpoint.id, url: URL, ...fields });
  return { endpoint, webhook: await webhooks.create(endpoint, created, newWebhookSecret()) };
}

/** Webhooks have no unique name: each executed attempt created one. */
const creating = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const endpoint = await cloud.newEndpoint();
  const { table } = cloud.services;
  return {
    request: { json: { endpointId: endpoint.id, url: URL } },
    answers: { undone: 201, done: 201 },
    isDone: grows(async () => (await readWebhooks(table, endpoint.id)).length),
    check: async (answers) => [
      ...(await miscounted(cloud, endpoint.id)),
      ...(await Promise.all(answers.map((answer) => unsigned(cloud, answer)))).flat(),
    ],
  };
};

async function miscounted({ services: { table } }: SimulatedCloud, endpointId: string): Promise<string[]> {
  const endpoint = await table.get(endpointKey(endpointId));
  const { length } = await readWebhooks(table, endpointId);
  return Number(endpoint?.webhookCount ?? 0) === length ? [] : ['the endpoint counts its webhooks wrong'];
}

async function unsigned(
  { services: { table } }: SimulatedCloud,
  { body, headers }: SimulatedResponse,
): Promise<string[]> {
  const { secrets } = await lookUp(table, currentCredentials(JSON.parse(body).id));
  return secrets.includes(String(headers?.[WEBHOOK_SECRET_HEADER])) ? [] : ['an answered secret signs nothing'];
}

const retrieving = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { webhook } = await givenWebhook(cloud);
  return { request: { params: { id: webhook.id } }, answers: READ };
};

const updating = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { webhook, endpoint } = await givenWebhook(cloud);
  const isDone = async () => (await readWebhooks(cloud.services.table, endpoint.id))[0]?.includeSpam === true;
  return { request: { params: { id: webhook.id }, json: { includeSpam: true } }, answers: READ, isDone };
};

const rotating = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { webhook } = await givenWebhook(cloud);
  const { table } = cloud.services;
  let [before] = (await lookUp(table, currentCredentials(webhook.id))).secrets;
  return {
    request: { params: { id: webhook.id }, json: { rotateSecret: true } },
    answers: READ,
    isDone: async () => {
      const [now] = (await lookUp(table, currentCredentials(webhook.id))).secrets;
      const isOther = now !== before;
      before = now;
      return isOther;
    },
  };
};

const deleting = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { webhook, endpoint } = await givenWebhook(cloud);
  const { table } = cloud.services;
  const isDone = async () => (await table.get(webhookKey(endpoint.id, webhook.id))) === undefined;
  return {
    request: { params: { id: webhook.id } },
    answers: { undone: 200, done: 404 },
    isDone,
    check: async () => [
      ...(await miscounted(cloud, endpoint.id)),
      ...((await table.get(webhookSecretKey(endpoint.id, webhook.id))) ? ['a deleted webhook has a secret'] : []),
    ],
  };
};

export const webhookScenarios = {
  createWebhook: [{ name: 'a new one', begin: creating }],
  updateWebhook: [
    { name: 'another field', begin: updating },
    { name: 'another secret', begin: rotating },
  ],
  deleteWebhook: [{ name: 'one', begin: deleting }],
  testWebhook: [{ name: 'one', begin: retrieving }],
  replayWebhookDeliveries: [
    {
      name: 'none that failed',
      begin: async (cloud) => {
        const { request, answers } = await retrieving(cloud);
        return { request: { ...request, json: { failedAfter: '2026-01-01' } }, answers };
      },
    },
  ],
} satisfies Record<string, Scenario<Conversation>[]>;
