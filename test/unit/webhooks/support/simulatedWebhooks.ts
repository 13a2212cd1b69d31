import { randomUUID } from 'node:crypto';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { jest } from '@jest/globals';
import { createHandler as createIndexSubmissions } from '../../../../lambdas/indexSubmissions.ts';
import { createHandler as createNotifySubmission } from '../../../../lambdas/notifySubmission.ts';
import { createHandler as createSendWebhook } from '../../../../lambdas/sendWebhook.ts';
import type { FailedRecords } from '../../../../shared/changes/failedRecords.ts';
import { EndpointCreate } from '../../../../shared/contract/schemas/endpoint.ts';
import { WebhookCreate } from '../../../../shared/contract/schemas/webhook.ts';
import { assembleNotifications } from '../../../../shared/deliveries/channels/mail/notifications.ts';
import { Pacer } from '../../../../shared/deliveries/channels/mail/pacer.ts';
import { assembleWebhookPipeline } from '../../../../shared/deliveries/channels/webhook/pipeline.ts';
import type { PostResult } from '../../../../shared/deliveries/channels/webhook/post.ts';
import { newSecret } from '../../../../shared/deliveries/channels/webhook/signatures.ts';
import { TurnQueue } from '../../../../shared/deliveries/channels/webhook/webhookQueue.ts';
import { createRepositories } from '../../../../shared/http/repositories.ts';
import { MessageQueue } from '../../../../shared/runtime/messageQueue.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import type { StoredEndpoint } from '../../../../shared/storage/endpoints.ts';
import { submissionKey } from '../../../../shared/storage/itemKeys.ts';
import type { Table } from '../../../../shared/storage/table.ts';
import { WebhookLog } from '../../../../shared/storage/webhookLog.ts';
import { readWebhooks, type StoredWebhook, Webhooks } from '../../../../shared/storage/webhooks.ts';
import { Workspaces } from '../../../../shared/storage/workspaces.ts';
import { Clock } from '../../../support/simulator/clock.ts';
import { EventSources, type InvocationOutcome } from '../../../support/simulator/eventSources.ts';
import { type QueueName, queueUrl, Services } from '../../../support/simulator/services.ts';

type Handler = (event: never, context: never) => Promise<unknown>;

const CONTEXT = { getRemainingTimeInMillis: () => 60_000 };

/** An attempt as a receiver sees it. */
interface Seen {
  atMs: number;
  id: string;
  url: string;
}

/**
 * Everything between the table and receivers over simulated services, on a clock that moves on to what is due next: days
 * pass at once.
 */
export class SimulatedWebhooks {
  readonly clock = new Clock(Date.parse('2026-01-01T00:00:00Z'));
  readonly services = new Services(this.clock);
  readonly sources = new EventSources({ services: this.services, invoke: (name, event) => this.#invoke(name, event) });
  readonly repositories = createRepositories(this.services.table);
  readonly log = new WebhookLog(this.services.table, this.clock.now);
  readonly seen: Seen[] = [];
  /** What receivers answer, and for how long they may take. */
  answer: (seen: Seen) => Omit<PostResult, 'durationMs'> = () => ({ status: 200, answer: 'ok' });
  readonly #webhooks = new Webhooks(this.services.table, this.repositories.endpoints);
  readonly #functions: Record<string, Handler>;

  /** @param random decides how long waits are within their tenth more or less, from 0 to 1 */
  constructor(random = () => 0.5) {
    const table = this.services.table as unknown as Table;
    const [turns, waits, mails] = [this.queue('webhookTurns'), this.queue('webhookWaits'), this.queue('notifications')];
    const { now } = this.clock;
    this.services.receiver = ({ url, headers }) => {
      const seen = { atMs: now(), id: headers['webhook-id'] ?? '', url };
      this.seen.push(seen);
      return this.answer(seen);
    };
    const mailer = {
      send: async (to: { about: string; recipient: string }, message: object) =>
        this.services.accept({ ...(message as never as { subject: string; text: string; html: string }), ...to }),
    };
    const parts = assembleNotifications({
      table,
      queue: mails,
      mailer: mailer as never,
      siteUrl: 'https://forms.example.com',
      mailsPerHour: 1_000,
      now,
    });
    const pacer = new Pacer(1_000, now, async () => undefined);
    const removalQueue = { send: async () => undefined, sendFilesOf: async () => undefined };
    const failedRecords = {
      put: async ({ records }: FailedRecords) => void this.services.putAside.push(...records),
    };
    this.#functions = {
      indexSubmissions: createIndexSubmissions({
        table,
        removalQueue,
        trainingQueue: { send: async () => undefined },
        turns: new TurnQueue(turns),
        failedRecords,
        wait: async () => undefined,
      }) as Handler,
      notifySubmission: createNotifySubmission({
        ...parts,
        pacers: { stream: pacer, queue: pacer },
        failedRecords,
      }) as Handler,
      sendWebhook: createSendWebhook(
        assembleWebhookPipeline({
          ...{ table, turns, waits, mails, post: this.services.post, now, random },
          siteUrl: 'https://forms.example.com',
          pause: async (ms) => this.clock.advance(ms),
        }),
      ) as Handler,
    };
  }

  /** Has the whole process keep to the simulated clock, and the log keep silent, until mocks are restored. */
  install(): this {
    jest.spyOn(Date, 'now').mockImplementation(this.clock.now);
    for (const level of ['info', 'warn', 'error'] as const)
      jest.spyOn(console, level).mockImplementation(() => undefined);
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    return this;
  }

  queue(name: QueueName): MessageQueue {
    const send = ({ input }: { input: object }) => {
      const action = 'Entries' in input ? 'SendMessageBatch' : 'SendMessage';
      return this.services.perform({ service: 'sqs', action, input: { ...input } });
    };
    return new MessageQueue(queueUrl(name), { send } as unknown as SQSClient);
  }

  async newEndpoint(targetEmails: string[] = []): Promise<StoredEndpoint> {
    const { workspaceId } = await new Workspaces(this.services.table as unknown as Table).create('Workspace');
    const fields = { slug: `slug-${randomUUID()}`, targetEmails, emailNotifications: false };
    return this.repositories.endpoints.create(workspaceId, EndpointCreate.parse(fields));
  }

  newWebhook(endpoint: StoredEndpoint, fields: object = {}): Promise<StoredWebhook> {
    const created = WebhookCreate.parse({ endpointId: endpoint.id, url: 'https://hooks.example.com/forms', ...fields });
    return this.#webhooks.create(endpoint, created, newSecret());
  }

  /** A webhook as it is now. */
  async now({ id, endpointId }: StoredWebhook): Promise<StoredWebhook> {
    const all = await readWebhooks(this.services.table, endpointId);
    return all.find((webhook) => webhook.id === id) as StoredWebhook;
  }

  /** Somebody switches it on. */
  switchOn = (webhook: StoredWebhook): Promise<StoredWebhook> =>
    this.#webhooks.update(webhook, { isEnabled: true }, undefined);

  /** Stores a submission; returns its id. */
  async submit({ id: endpointId }: StoredEndpoint): Promise<string> {
    const id = newId('submission', this.clock.now());
    const data = JSON.stringify({ message: 'Hello' });
    await this.services.table.put({ ...submissionKey(endpointId, id), data, location: 'Spain' }, {});
    return id;
  }

  /** Everything that is due, now or later, comes to its end. */
  settle = (): Promise<void> => this.sources.settle();

  /** The same with what is due by a time, and then it is that time. */
  async settleUntil(untilMs: number): Promise<void> {
    await this.sources.settle(untilMs);
    this.clock.advanceTo(untilMs);
  }

  /** The log of a webhook's deliveries, oldest event first. */
  async deliveries({ id }: StoredWebhook) {
    const { records } = await this.log.list(id, { limit: 100 });
    return records.toReversed();
  }

  async #invoke(name: string, event: unknown): Promise<InvocationOutcome> {
    const handler = this.#functions[name];
    if (!handler) throw new Error(`there is no function ${name}`);
    try {
      return { value: await handler(event as never, CONTEXT as never) };
    } catch (error) {
      return { error };
    }
  }
}
