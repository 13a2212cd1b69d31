import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { EndpointCreate } from '../../../shared/contract/schemas/endpoint.ts';
import { WebhookCreate } from '../../../shared/contract/schemas/webhook.ts';
import { newWebhookSecret } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { DIGEST_DELAY_MS, DIGEST_PERIOD_MS } from '../../../shared/deliveries/timing.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
import { endpointKey } from '../../../shared/storage/itemKeys.ts';
import { Submissions } from '../../../shared/storage/submissions.ts';
import { Webhooks } from '../../../shared/storage/webhooks.ts';
import { Workspaces } from '../../../shared/storage/workspaces.ts';
import { proseOf } from '../../support/prose.ts';
import type { Clock } from '../../support/simulator/clock.ts';
import { clientsOf } from '../../support/simulator/directClients.ts';
import { Random } from '../../support/simulator/random.ts';
import type { SynthesizedStack } from '../../support/stack.ts';
import { mappingsOf } from './mappings.ts';
import { deliveriesIn, type FloodReport, mailsIn, pageUnits, statisticsIn, usageIn } from './outcome.ts';
import { QueueReader } from './queueReader.ts';
import { ScaledService } from './scaledService.ts';
import { Shard, ShardReader } from './shard.ts';

export interface FloodOptions {
  postsPerSecond: number;
  seconds: number;
  /** Whether to continue until the webhook got everything, which takes hours of simulated time after a long flood. */
  delivers: boolean;
  /** Until the webhook's receiver responds. */
  receiverMs: number;
  onProgress?: (text: string) => void;
}

const TICK_MS = 10;
const MINUTE_MS = 60_000;
const SUBMISSION_BYTES = 900;
const SUBMISSION = { data: proseOf(SUBMISSION_BYTES), location: 'Germany' };

/** Posts to one endpoint with a recipient and a webhook, in a service with AWS's limits, and the work that follows. */
export class Flood {
  readonly #service: ScaledService;
  readonly #clock: Clock;
  readonly #options: FloodOptions;
  readonly #stack: SynthesizedStack;
  readonly #random = new Random(1);
  readonly #ids: string[] = [];
  #refused = 0;
  #isPosting = true;
  #isDelivering = true;

  constructor(clock: Clock, stack: SynthesizedStack, options: FloodOptions) {
    this.#clock = clock;
    this.#stack = stack;
    this.#options = options;
    this.#service = new ScaledService(clock, stack, options.receiverMs);
  }

  async run(): Promise<FloodReport> {
    const service = this.#service;
    const { endpointId, webhookId } = await this.#prepare();
    const readers = this.#streamReaders(endpointId);
    const reading = [...readers.values()].map((reader) => reader.run(() => !this.#isPosting));
    const delivering = [...this.#queueReaders(), this.#wakeUps()];
    await this.#post(endpointId);
    this.#isPosting = false;
    await Promise.all(reading);
    const page = await pageUnits(service, endpointId, this.#ids.length);
    await this.#untilDelivered();
    this.#isDelivering = false;
    await Promise.all(delivering);
    return {
      posts: this.#ids.length,
      refused: this.#refused,
      indexLagMs: readers.get('indexSubmissions')?.lagMs ?? 0,
      planLagMs: readers.get('notifySubmission')?.lagMs ?? 0,
      page,
      counted: await statisticsIn(service, endpointId),
      ...usageIn(service, endpointId, webhookId),
      mails: mailsIn(service, endpointId, this.#ids),
      deliveries: deliveriesIn(service, webhookId, this.#ids),
    };
  }

  async #prepare(): Promise<{ endpointId: string; webhookId: string }> {
    const { table } = this.#service.services;
    const { endpoints } = createRepositories(table as never);
    const { workspaceId } = await new Workspaces(table as never).create('Workspace');
    const fields = EndpointCreate.parse({ slug: 'flooded', targetEmails: ['people@example.com'] });
    const endpoint = await endpoints.create(workspaceId, fields);
    const webhook = WebhookCreate.parse({ endpointId: endpoint.id, url: 'https://receiver.example/hook' });
    const { id } = await new Webhooks(table).create(endpoint, webhook, newWebhookSecret());
    return { endpointId: endpoint.id, webhookId: id };
  }

  #streamReaders(endpointId: string): Map<string, ShardReader> {
    const { services, lambda } = this.#service;
    const { now } = this.#clock;
    const shard = new Shard(services.items, endpointKey(endpointId).PK, now);
    return new Map(
      mappingsOf(this.#stack).streams.map(({ reader, ...mapping }) => [
        reader,
        new ShardReader({ shard, reader: lambda(reader), now, ...mapping }),
      ]),
    );
  }

  #queueReaders(): Promise<void>[] {
    const { services, lambda } = this.#service;
    return mappingsOf(this.#stack).queues.map(({ reader, queue: name, ...mapping }) =>
      new QueueReader({ services, name, reader: lambda(reader), ...mapping }).run(() => !this.#isDelivering),
    );
  }

  /** The rule that invokes `sendWebhook` each minute. */
  async #wakeUps(): Promise<void> {
    for (; this.#isDelivering; await sleep(MINUTE_MS))
      await this.#service.lambda('sendWebhook').invoke({ look: 'due' });
  }

  /** Posts at an even pace. Like `createSubmission`, each reads the endpoint and then stores the submission. */
  async #post(endpointId: string): Promise<void> {
    const { postsPerSecond, seconds, onProgress } = this.#options;
    const { table } = clientsOf(this.#service.services, this.#service.table.perform);
    const submissions = new Submissions(table);
    const startedAt = this.#clock.now();
    for (let posted = 0; posted < postsPerSecond * seconds; await sleep(TICK_MS)) {
      const due = ((this.#clock.now() - startedAt + TICK_MS) * postsPerSecond) / 1_000;
      for (; posted < due; posted++) {
        const id = `sub_${ulid(this.#clock.now(), () => this.#random.next())}`;
        try {
          await table.get(endpointKey(endpointId));
          await submissions.create(endpointId, { id, ...SUBMISSION });
          this.#ids.push(id);
        } catch {
          this.#refused++;
        }
        if (posted % 10_000 === 0) onProgress?.(`${posted} posts`);
      }
    }
  }

  /** Until the last submission's digest is sent, and with `delivers` everything else. */
  async #untilDelivered(): Promise<void> {
    const { delivers, onProgress } = this.#options;
    const periodEndsAt = (Math.floor(this.#clock.now() / DIGEST_PERIOD_MS) + 1) * DIGEST_PERIOD_MS;
    await sleep(periodEndsAt + DIGEST_DELAY_MS + MINUTE_MS - this.#clock.now());
    const { queues, posted } = this.#service.services;
    const isWaiting = () => Object.values(queues).some(({ messages }) => messages.length > 0);
    for (; delivers && isWaiting(); await sleep(MINUTE_MS)) onProgress?.(`${posted.length} delivered`);
  }
}
