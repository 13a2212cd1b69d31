import { randomUUID } from 'node:crypto';
import { redriveChanges } from '../../../infra/operator/notifications/redriveChanges.ts';
import { EndpointCreate } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { WebhookCreate } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { redrive } from '../../../shared/deliveries/channels/mail/redrive.ts';
import { newWebhookSecret } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { DeliveryQueues } from '../../../shared/deliveries/deliveryQueues.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { digestKey } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import { DeliveryRecords } from '../../../shared/storage/deliveries/deliveryRecords.ts';
import { DueMessages } from '../../../shared/storage/deliveries/dueMessages.ts';
import { type FailedDelivery, failedDeliveries } from '../../../shared/storage/deliveries/failedDeliveries.ts';
import { type DeliveryRecord, parseDelivery } from '../../../shared/storage/deliveries/storedDelivery.ts';
import type { StoredEndpoint } from '../../../shared/storage/endpoints/storedEndpoint.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { CHANNEL_PREFIX, CHANNELS, type ChannelName, DUE_MESSAGES } from '../../../shared/storage/table/partitions.ts';
import type { Table } from '../../../shared/storage/table/table.ts';
import type { StoredWebhook } from '../../../shared/storage/webhooks/storedWebhook.ts';
import { readWebhooks, Webhooks } from '../../../shared/storage/webhooks/webhooks.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { Clock } from './clock.ts';
import { EventSources, failedRecordsOf, type InvocationOutcome } from './eventSources.ts';
import { memoryBucket } from './memoryBucket.ts';
import { Services } from './services.ts';

const START_MS = Date.parse('2026-01-01T00:00:00Z');

const DIGEST_SORT_PREFIX = digestKey('', '').SK;
const MINUTE_MS = 60_000;
const REDRIVES_MAX = 20;

/** A service's storage, queues and event sources, whose functions are a subclass's: without one they do nothing. */
export class SimulatedStorage {
  readonly clock: Clock;
  readonly services: Services;
  readonly table: Table;
  readonly repositories: ReturnType<typeof createRepositories>;
  readonly webhooks: Webhooks;
  readonly sources: EventSources;
  workspaceId = '';
  keyId = '';
  key = '';

  constructor(clock = new Clock(START_MS)) {
    this.clock = clock;
    this.services = new Services(clock);
    this.table = this.services.table;
    this.repositories = createRepositories(this.table);
    this.webhooks = new Webhooks(this.table);
    this.sources = new EventSources({ services: this.services, invoke: (name, event) => this.invoke(name, event) });
  }

  async invoke(_name: string, _event: unknown): Promise<InvocationOutcome> {
    return { value: { batchItemFailures: [] } };
  }

  /** Processes everything, including what is due later. */
  settle = (untilMs?: number): Promise<void> => this.sources.settle(untilMs);

  async open(): Promise<void> {
    const { workspaceId, keyId, key } = await new Workspaces(this.table).create('Workspace');
    Object.assign(this, { workspaceId, keyId, key });
  }

  async newEndpoint(fields: object = {}): Promise<StoredEndpoint> {
    if (this.workspaceId === '') await this.open();
    const created = EndpointCreate.parse({ slug: `slug-${randomUUID()}`, targetEmails: [], ...fields });
    return this.repositories.endpoints.create(this.workspaceId, created);
  }

  newWebhook(endpoint: StoredEndpoint, fields: object = {}): Promise<StoredWebhook> {
    const created = WebhookCreate.parse({ endpointId: endpoint.id, url: 'https://hooks.example.com/forms', ...fields });
    return this.webhooks.create(endpoint, created, newWebhookSecret());
  }

  async webhookNow({ id, endpointId }: StoredWebhook): Promise<StoredWebhook> {
    return (await readWebhooks(this.table, endpointId)).find((webhook) => webhook.id === id) as StoredWebhook;
  }

  enable = (webhook: StoredWebhook): Promise<StoredWebhook> =>
    this.webhooks.update(webhook, { isEnabled: true }, undefined);

  async submit({ id: endpointId }: Pick<StoredEndpoint, 'id'>, count = 1, data = '{"message":"Hello"}') {
    const ids: string[] = [];
    for (let i = 0; i < count; i++) ids.push(await this.store(endpointId, newId('submission', this.clock.now()), data));
    return ids;
  }

  async store(endpointId: string, id: string, data = '{"message":"Hello"}'): Promise<string> {
    await this.table.put({ ...submissionKey(endpointId, id), data, location: 'Unknown', hasTargets: true }, {});
    return id;
  }

  /** The records of deliveries. Those without an endpoint are leftovers. */
  records(...channels: ChannelName[]): DeliveryRecord[] {
    const items = [...this.services.items.state().values()];
    return (channels.length > 0 ? channels : CHANNELS)
      .flatMap((channel) =>
        items
          .filter(({ PK }) => String(PK).startsWith(CHANNEL_PREFIX[channel]))
          .filter(({ SK, endpointId }) => !String(SK).startsWith(DIGEST_SORT_PREFIX) && endpointId !== undefined)
          .map((item) => parseDelivery(channel, item)),
      )
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  recordOf = (id: string): DeliveryRecord | undefined => this.records().find((record) => record.id === id);

  /** Messages in the lanes' queues and in the table. */
  messages(): string[] {
    const { mail, webhook, failingWebhook } = this.services.queues;
    const due = [...this.services.items.state().values()].filter(({ PK }) => PK === DUE_MESSAGES);
    return [...[mail, webhook, failingWebhook].flatMap(({ messages }) => messages), ...due].map(({ body }) =>
      String(body),
    );
  }

  async failures(): Promise<FailedDelivery[]> {
    const all: FailedDelivery[] = [];
    for await (const failed of failedDeliveries(this.table)) all.push(failed);
    return all;
  }

  redrive(failed: FailedDelivery, table = this.table) {
    const { now } = this.clock;
    const queues = new DeliveryQueues({ lanes: {}, due: new DueMessages(table), now });
    const { endpoints } = createRepositories(table);
    return redrive(failed, { endpoints, records: new DeliveryRecords(table, now), table, queues });
  }

  /** Redrives like an operator until nothing is left, once a minute. */
  async redriveAll(): Promise<void> {
    const fileBucket = memoryBucket(this.services.perform) as never;
    for (let redriven = 1, times = 0; redriven > 0 && times < REDRIVES_MAX; times++) {
      const records = [...this.services.putAside.splice(0), ...this.sources.failedRecords.notifySubmission.splice(0)];
      await redriveChanges({ table: this.table, fileBucket, failedRecords: failedRecordsOf(records) });
      const failures = await this.failures();
      for (const failed of failures) await this.redrive(failed);
      await this.settle();
      this.clock.advance(MINUTE_MS);
      redriven = records.length + failures.length;
    }
  }

  /** The mails to a recipient that SES accepted, optionally about one subject. */
  mailsTo = (recipient: string, about?: string) =>
    this.services.mails.filter((mail) => mail.recipient === recipient && (about ?? mail.about) === mail.about);
}
