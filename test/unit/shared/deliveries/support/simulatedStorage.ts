import { randomUUID } from 'node:crypto';
import { EndpointCreate } from '../../../../../shared/contract/schemas/endpoint.ts';
import { WebhookCreate } from '../../../../../shared/contract/schemas/webhook.ts';
import { newWebhookSecret } from '../../../../../shared/deliveries/channels/webhook/signatures.ts';
import { createRepositories } from '../../../../../shared/http/repositories.ts';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { type DeliveryRecord, parseDelivery } from '../../../../../shared/storage/deliveryRecord.ts';
import type { StoredEndpoint } from '../../../../../shared/storage/endpoints.ts';
import { type FailedDelivery, failedDeliveries } from '../../../../../shared/storage/failedDeliveries.ts';
import { submissionKey } from '../../../../../shared/storage/itemKeys.ts';
import { CHANNEL_PREFIX, CHANNELS, type ChannelName, DUE_MESSAGES } from '../../../../../shared/storage/partitions.ts';
import { readWebhooks, type StoredWebhook, Webhooks } from '../../../../../shared/storage/webhooks.ts';
import { Workspaces } from '../../../../../shared/storage/workspaces.ts';
import { Clock } from '../../../../support/simulator/clock.ts';
import { Services } from '../../../../support/simulator/services.ts';

export const START_MS = Date.parse('2026-01-01T00:00:00Z');

export class SimulatedStorage {
  readonly clock = new Clock(START_MS);
  readonly services = new Services(this.clock);
  readonly table = this.services.table;
  readonly repositories = createRepositories(this.services.table);
  readonly webhooks = new Webhooks(this.services.table);
  #workspaceId: string | undefined;

  async newEndpoint(targetEmails: string[] = [], fields: object = {}): Promise<StoredEndpoint> {
    this.#workspaceId ??= (await new Workspaces(this.table).create('Workspace')).workspaceId;
    const created = EndpointCreate.parse({ slug: `slug-${randomUUID()}`, targetEmails, ...fields });
    return this.repositories.endpoints.create(this.#workspaceId, created);
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

  records(...channels: ChannelName[]): DeliveryRecord[] {
    const items = [...this.services.items.state().values()];
    return (channels.length > 0 ? channels : CHANNELS)
      .flatMap((channel) =>
        items
          .filter(({ PK, SK }) => String(PK).startsWith(CHANNEL_PREFIX[channel]) && !String(SK).startsWith('DIGEST#'))
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

  /** The mails to a recipient that SES accepted, optionally about one subject. */
  mailsTo = (recipient: string, about?: string) =>
    this.services.mails.filter((mail) => mail.recipient === recipient && (about ?? mail.about) === mail.about);
}
