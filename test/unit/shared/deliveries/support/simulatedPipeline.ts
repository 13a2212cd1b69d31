import { afterEach, jest } from '@jest/globals';
import { redriveChanges } from '../../../../../infra/operator/notifications/redriveChanges.ts';
import { createHandler as createNotifySubmission } from '../../../../../lambdas/notifySubmission.ts';
import { createHandler as createSendWebhook } from '../../../../../lambdas/sendWebhook.ts';
import type { Message } from '../../../../../shared/deliveries/channels/mail/message.ts';
import { Pacer } from '../../../../../shared/deliveries/channels/mail/pacer.ts';
import { redrive } from '../../../../../shared/deliveries/channels/mail/redrive.ts';
import { createMailDeliveries } from '../../../../../shared/deliveries/channels/mailLane.ts';
import { createWebhookDeliveries } from '../../../../../shared/deliveries/channels/webhook/webhookDeliveries.ts';
import { createWebhookPlanner } from '../../../../../shared/deliveries/channels/webhook/webhookPlanner.ts';
import { Consumer } from '../../../../../shared/deliveries/consumer.ts';
import type { DeliveryMetrics } from '../../../../../shared/deliveries/metrics.ts';
import { createRepositories } from '../../../../../shared/http/repositories.ts';
import type { FailedDelivery } from '../../../../../shared/storage/failedDeliveries.ts';
import { CONFIRMATION_ADDRESS, directClients, SENDER_ADDRESS } from '../../../../support/simulator/directClients.ts';
import {
  EventSources,
  failedRecordsOf,
  type InvocationOutcome,
  NOTIFIER,
} from '../../../../support/simulator/eventSources.ts';
import { FaultPlan } from '../../../../support/simulator/faultPlan.ts';
import { memoryBucket } from '../../../../support/simulator/memoryBucket.ts';
import { SimulatedProcess } from '../../../../support/simulator/process.ts';
import { type Answered, mailOf } from '../../../../support/simulator/services.ts';
import { SimulatedStorage } from './simulatedStorage.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

export interface PipelineOptions {
  mailsPerHour?: number;
  confirmationsPerHour?: number;
  /** By default fast enough that nothing waits. */
  mailsPerSecond?: number;
  refuse?: (recipient: string, message: Message) => Error | undefined;
  random?: () => number;
}

interface Seen {
  atMs: number;
  id: string;
  url: string;
}

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const CONFIRMING = { senders: [SENDER_ADDRESS, CONFIRMATION_ADDRESS], apiUrl: 'https://api.example' };

export class SimulatedPipeline extends SimulatedStorage {
  readonly sources = new EventSources({ services: this.services, invoke: (name, event) => this.invoke(name, event) });
  readonly counted: Record<string, number> = {};
  readonly seen: Seen[] = [];
  plan = new FaultPlan();
  answer: (seen: Seen) => Answered | Promise<Answered> = () => ({ status: 200, answer: 'ok' });
  readonly #options: PipelineOptions;
  readonly #pacers: Record<'stream' | 'queue', Pacer>;

  constructor(options: PipelineOptions = {}) {
    super();
    this.#options = options;
    const { refuse = () => undefined, mailsPerSecond = 1_000 } = options;
    const { now } = this.clock;
    const newPacer = () => new Pacer(mailsPerSecond, now, async (ms) => this.clock.advance(ms));
    this.#pacers = { stream: newPacer(), queue: newPacer() };
    this.services.receiver = ({ url, headers }) => {
      const seen = { atMs: now(), id: headers['webhook-id'] ?? '', url };
      this.seen.push(seen);
      return this.answer(seen);
    };
    this.services.outage = ({ service, input }) => {
      if (service !== 'ses') return;
      const { recipient, ...message } = mailOf(input);
      const refusal = refuse(recipient, message);
      if (refusal) throw refusal;
    };
    jest.spyOn(Date, 'now').mockImplementation(now);
    for (const level of ['info', 'warn', 'error'] as const)
      jest.spyOn(console, level).mockImplementation(() => undefined);
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  }

  /** A process of the functions, whose calls meet the planned faults. */
  newProcess = (plan = this.plan): SimulatedProcess => new SimulatedProcess(plan, this.services.perform);

  partsFor(process: SimulatedProcess) {
    const { mailsPerHour = 1_000, confirmationsPerHour = 30, random = () => 0.5 } = this.#options;
    const { mailer, confirmationMailer, ...clients } = directClients(process);
    const common = { ...clients, siteUrl: 'https://site.example', now: this.clock.now, random };
    const confirming = { ...CONFIRMING, confirmationMailer, confirmationsPerHour };
    const mail = createMailDeliveries({ ...common, mailer, mailsPerHour, ...confirming });
    return {
      ...clients,
      mail,
      webhooks: createWebhookDeliveries({ ...common, pause: async (ms) => this.clock.advance(ms) }),
    };
  }

  /** One invocation of a function; invocations outside the pipeline have no effect. */
  async invoke(name: string, event: unknown, plan = this.plan): Promise<InvocationOutcome> {
    const process = this.newProcess(plan);
    const handler = this.#handler(name, process);
    if (!handler) return { value: { batchItemFailures: [] } };
    const context = { getRemainingTimeInMillis: process.remainingMs, invokedFunctionArn: NOTIFIER };
    const ended = handler(event, context).then(
      (value): InvocationOutcome => ({ value }),
      (error: unknown) => ({ error }),
    );
    return process.outcomeOf(ended);
  }

  #handler(name: string, process: SimulatedProcess): Handler | undefined {
    if (!['notifySubmission', 'sendWebhook'].includes(name)) return undefined;
    const parts = this.partsFor(process);
    const { mail, webhooks, lanes } = parts;
    this.#watch(mail.metrics);
    this.#watch(webhooks.metrics);
    if (name === 'sendWebhook') return createSendWebhook({ ...webhooks, lanes }) as Handler;
    const consumer = new Consumer({ ...mail, now: this.clock.now });
    return createNotifySubmission({
      mail: { ...mail, consumer },
      webhooks: createWebhookPlanner({ endpoints: mail.endpoints, table: parts.table }),
      pacers: this.#pacers,
      storeFailed: async ({ records }) => void this.services.putAside.push(...records),
      wait: async () => undefined,
    }) as Handler;
  }

  #watch<Name extends string>(metrics: DeliveryMetrics<Name>): void {
    const flush = metrics.flush.bind(metrics);
    metrics.flush = () => {
      const counted = flush();
      for (const [name, times] of Object.entries<number>(counted.counts))
        this.counted[name] = (this.counted[name] ?? 0) + times;
      return counted;
    };
  }

  /** Processes everything, including what is due later. */
  settle = (untilMs?: number): Promise<void> => this.sources.settle(untilMs);

  /** Processes everything due until a time, and moves the clock there. */
  async settleUntil(untilMs: number): Promise<void> {
    await this.settle(untilMs);
    this.clock.advanceTo(untilMs);
  }

  settleNow = (): Promise<void> => this.settle(this.clock.now());

  redrive(failed: FailedDelivery, process = this.newProcess()) {
    const { table, mail } = this.partsFor(process);
    const { endpoints } = createRepositories(table);
    return redrive(failed, { ...mail, endpoints, table });
  }

  async redriveAll(): Promise<void> {
    for (const failed of await this.failures()) await this.redrive(failed);
    const records = [...this.services.putAside.splice(0), ...this.sources.failedRecords.notifySubmission.splice(0)];
    const fileBucket = memoryBucket(this.services.perform) as never;
    await redriveChanges({ table: this.table, fileBucket, failedRecords: failedRecordsOf(records) });
    await this.settle();
  }
}
