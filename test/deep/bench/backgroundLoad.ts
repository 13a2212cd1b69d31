import { randomUUID } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { LOCAL } from '../../../infra/local/template.ts';
import { EndpointCreate } from '../../../shared/contract/schemas/endpoint.ts';
import { WebhookCreate } from '../../../shared/contract/schemas/webhook.ts';
import { newWebhookSecret } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { STREAM_BATCH_SIZE } from '../../../shared/deliveries/timing.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
import type { StoredEndpoint } from '../../../shared/storage/endpoints.ts';
import { endpointKey } from '../../../shared/storage/itemKeys.ts';
import { Webhooks } from '../../../shared/storage/webhooks.ts';
import { Workspaces } from '../../../shared/storage/workspaces.ts';
import { proseOf } from '../../support/prose.ts';
import type { BackgroundServices } from './backgroundServices.ts';

interface BackgroundBatch {
  name: string;
  batch: string;
  /** Called when the functions before it have been measured, whose messages it may take. */
  events: () => Promise<object[]>;
}

const ENDPOINTS = 10;
const INDEXED = 100;
const MESSAGES = 10;
const TRAINED = 100;
const REMOVED = 500;
const SUBMISSION = { data: proseOf(900), location: 'Germany' };

/** Full batches for background functions. */
export class BackgroundLoad {
  readonly #services: BackgroundServices;
  /** Batches for each function. */
  readonly #count: number;
  #workspaceId = '';

  constructor(services: BackgroundServices, count: number) {
    this.#services = services;
    this.#count = count;
  }

  async batches(): Promise<BackgroundBatch[]> {
    this.#workspaceId = (await new Workspaces(this.#services.table).create('Workspace')).workspaceId;
    const { id: busiest } = await this.#newEndpoint('busiest');
    const withWebhooks: string[] = [];
    for (let i = 0; i < ENDPOINTS; i++) withWebhooks.push(await this.#newEndpointWithWebhook(`mailed-${i}`));
    return [
      {
        name: 'notifySubmission',
        batch: `${STREAM_BATCH_SIZE} of ${ENDPOINTS} endpoints, with a mail and a webhook`,
        events: () => this.#inserted(withWebhooks, STREAM_BATCH_SIZE),
      },
      {
        name: 'sendWebhook',
        batch: `${MESSAGES} messages for ${STREAM_BATCH_SIZE} deliveries`,
        events: () => this.#planned(),
      },
      {
        name: 'indexSubmissions',
        batch: `${INDEXED} of one endpoint`,
        events: () => this.#inserted([busiest], INDEXED),
      },
      {
        name: 'indexSubmissions',
        batch: `${INDEXED} of ${ENDPOINTS} endpoints`,
        events: () => this.#inserted(withWebhooks, INDEXED),
      },
      { name: 'trainFilter', batch: `${TRAINED} submissions`, events: () => this.#marked() },
      { name: 'purgeEndpoint', batch: `${REMOVED} submissions`, events: () => this.#deleted() },
    ];
  }

  get #repositories() {
    return createRepositories(this.#services.table);
  }

  #newEndpoint(slug: string, fields: object = {}): Promise<StoredEndpoint> {
    const all = EndpointCreate.parse({ slug, targetEmails: ['people@example.com'], ...fields });
    return this.#repositories.endpoints.create(this.#workspaceId, all);
  }

  async #newEndpointWithWebhook(slug: string): Promise<string> {
    const { table, url } = this.#services;
    const endpoint = await this.#newEndpoint(slug);
    const webhook = WebhookCreate.parse({ endpointId: endpoint.id, url: `${url}/hook` });
    await new Webhooks(table).create(endpoint, webhook, newWebhookSecret());
    return endpoint.id;
  }

  async #newSubmissions(endpointIds: string[], amount: number): Promise<string[]> {
    const { submissions } = this.#repositories;
    const ids: string[] = [];
    for (let i = 0; i < amount; i++) {
      const { id } = await submissions.create(endpointIds[i % endpointIds.length] as string, SUBMISSION);
      ids.push(id);
    }
    return ids;
  }

  /** Stream records of new submissions. */
  async #inserted(endpointIds: string[], size: number): Promise<object[]> {
    const batches: object[] = [];
    for (let batch = 0; batch < this.#count; batch++) {
      const ids = new Set(await this.#newSubmissions(endpointIds, size));
      const items: StoredItem[] = [];
      for (const endpointId of endpointIds) items.push(...(await itemsOf(this.#services, endpointId)));
      batches.push({ Records: items.filter(({ SK }) => ids.has(SK?.S?.slice('SUB#'.length) ?? '')).map(recordOf) });
    }
    return batches;
  }

  /** Messages about the deliveries that `notifySubmission` has planned. */
  async #planned(): Promise<object[]> {
    const { sent, environmentOf } = this.#services;
    const queue = environmentOf('sendWebhook').WEBHOOK_QUEUE_URL?.split('/').at(-1) ?? '';
    const messages = sent.get(queue) ?? [];
    if (messages.length < this.#count * MESSAGES) throw new Error('Deliveries were deferred: the machine is too busy.');
    return queueEvents(messages, MESSAGES, queue);
  }

  /** Messages about submissions that a person has marked. */
  async #marked(): Promise<object[]> {
    const learning = await this.#newEndpoint('learning', { spamFilter: 'learn' });
    const messages: string[] = [];
    for (let batch = 0; batch < this.#count; batch++) {
      const submissionIds = await this.#newSubmissions([learning.id], TRAINED);
      for (const [i, id] of submissionIds.entries())
        await this.#repositories.submissions.update(learning, id, { isSpam: i % 2 === 0 });
      messages.push(JSON.stringify({ endpointId: learning.id, submissionIds }));
    }
    return queueEvents(messages, 1);
  }

  /** Messages about deleted endpoints. */
  async #deleted(): Promise<object[]> {
    const messages: string[] = [];
    for (let batch = 0; batch < this.#count; batch++) {
      const endpoint = await this.#newEndpoint(`removed-${batch}`);
      await this.#newSubmissions([endpoint.id], REMOVED);
      await this.#repositories.endpoints.delete(endpoint);
      messages.push(JSON.stringify({ endpointId: endpoint.id }));
    }
    return queueEvents(messages, 1);
  }
}

type StoredItem = Record<string, AttributeValue>;

async function itemsOf({ db, tableName }: BackgroundServices, endpointId: string): Promise<StoredItem[]> {
  const { Items } = await db.call<{ Items: StoredItem[] }>('DynamoDB_20120810.Query', {
    TableName: tableName,
    KeyConditionExpression: 'PK = :pk AND begins_with(SK, :sk)',
    ExpressionAttributeValues: { ':pk': { S: endpointKey(endpointId).PK }, ':sk': { S: 'SUB#' } },
  });
  return Items;
}

const recordOf = (item: StoredItem, sequence: number) => ({
  eventName: 'INSERT',
  dynamodb: {
    Keys: { PK: item.PK, SK: item.SK },
    NewImage: item,
    SequenceNumber: String(sequence),
    ApproximateCreationDateTime: Date.now() / 1_000,
  },
});

function queueEvents(bodies: string[], size: number, queue = 'Queue'): object[] {
  const records = bodies.map((body) => ({
    ...{ messageId: randomUUID(), receiptHandle: randomUUID(), body },
    attributes: { ApproximateReceiveCount: '1' },
    eventSourceARN: `arn:aws:sqs:${LOCAL.region}:${LOCAL.accountId}:${queue}`,
  }));
  return Array.from({ length: Math.ceil(records.length / size) }, (_, i) => ({
    Records: records.slice(i * size, (i + 1) * size),
  }));
}
