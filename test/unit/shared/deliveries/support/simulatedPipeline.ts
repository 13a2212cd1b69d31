import { afterEach, jest } from '@jest/globals';
import { redriveChanges } from '../../../../../infra/operator/notifications/redriveChanges.ts';
import { createHandler as createNotifySubmission } from '../../../../../lambdas/notifySubmission.ts';
import { createHandler as createSendWebhook } from '../../../../../lambdas/sendWebhook.ts';
import type { Channel } from '../../../../../shared/deliveries/channel.ts';
import { createMailDeliveries } from '../../../../../shared/deliveries/channels/mail/mailDeliveries.ts';
import type { Message } from '../../../../../shared/deliveries/channels/mail/message.ts';
import { Pacer } from '../../../../../shared/deliveries/channels/mail/pacer.ts';
import { createWebhookDeliveries } from '../../../../../shared/deliveries/channels/webhook/webhookDeliveries.ts';
import { createWebhookPlanner } from '../../../../../shared/deliveries/channels/webhook/webhookPlanner.ts';
import { Consumer } from '../../../../../shared/deliveries/consumer.ts';
import { redrive } from '../../../../../shared/deliveries/redrive.ts';
import { createRepositories } from '../../../../../shared/http/repositories.ts';
import { mailId } from '../../../../../shared/storage/deliveryKeys.ts';
import { FailedDeliveries, type FailedDelivery } from '../../../../../shared/storage/failedDeliveries.ts';
import { readWebhooks } from '../../../../../shared/storage/webhooks.ts';
import type { Intercept } from '../../../../support/simulator/calls.ts';
import { directClients } from '../../../../support/simulator/directClients.ts';
import { EventSources, type InvocationOutcome } from '../../../../support/simulator/eventSources.ts';
import { FaultPlan } from '../../../../support/simulator/faultPlan.ts';
import { memoryBucket } from '../../../../support/simulator/memoryBucket.ts';
import { SimulatedProcess } from '../../../../support/simulator/process.ts';
import { type Answered, mailOf } from '../../../../support/simulator/services.ts';
import { SimulatedStorage } from './simulatedStorage.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

/** A defect of the functions, to see that it is found. */
export interface Defect {
  /** What it does to the functions' calls. */
  intercept?: Intercept;
  /** What it makes of a function's result. */
  result?: (result: unknown) => unknown;
}

export interface PipelineOptions {
  defect?: Defect | undefined;
  mailsPerHour?: number;
  /** Fast enough by default that nobody waits. */
  mailsPerSecond?: number;
  /** SES's answer to a recipient, if it does not accept the mail. */
  refuse?: (recipient: string, message: Message) => Error | undefined;
  /** Where a wait is within its tenth more or less, from 0 to 1. */
  random?: () => number;
  /** Takes the place of the channel of mails. */
  inPlaceOfMail?: ((parts: Parts) => Channel) | undefined;
}

/** An attempt as a receiver of webhooks sees it. */
interface Seen {
  atMs: number;
  id: string;
  url: string;
}

type Parts = ReturnType<SimulatedPipeline['partsFor']>;
type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const NOTIFIER = 'arn:aws:lambda:eu-west-1:1:function:notifySubmission';

/** Everything between the table, SES and receivers, over simulated services and on a simulated clock: days pass at once. */
export class SimulatedPipeline extends SimulatedStorage {
  readonly sources = new EventSources({ services: this.services, invoke: (name, event) => this.invoke(name, event) });
  /** Everything that invocations counted. */
  readonly counted: Record<string, number> = {};
  readonly seen: Seen[] = [];
  /** The faults of all invocations. */
  plan = new FaultPlan();
  /** The answers of webhooks' receivers. */
  answer: (seen: Seen) => Answered | Promise<Answered> = () => ({ status: 200, answer: 'ok' });
  /** The invocation that began last. */
  latest: { name: string; event: unknown } | undefined;
  readonly #options: PipelineOptions;
  /** What was accepted, by the ids of deliveries, with the process that sent it. */
  readonly #accepted: { id: string; messageId?: string | undefined; process: SimulatedProcess }[] = [];
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

  /** A process of the functions; its calls meet the plan's faults. */
  newProcess(plan = this.plan): SimulatedProcess {
    const process = new SimulatedProcess(plan, async (call) => {
      const output = await this.services.perform(call);
      const { headers = {} } = call.input as { headers?: Record<string, string> };
      if (call.service === 'webhook' && output.error === undefined)
        this.#accepted.push({ id: headers['webhook-id'] ?? '', process });
      if (call.service !== 'ses') return output;
      const { about, recipient } = mailOf(call.input);
      this.#accepted.push({ id: mailId(about, recipient), messageId: String(output.MessageId), process });
      return output;
    });
    return process;
  }

  /** Both channels' engines as a process has them. */
  partsFor(process: SimulatedProcess) {
    const { defect, mailsPerHour = 1_000, random = () => 0.5 } = this.#options;
    const { mailer, ...clients } = directClients(process, this.services, defect?.intercept);
    const common = { ...clients, siteUrl: 'https://site.example', now: this.clock.now, random };
    const mail = createMailDeliveries({ ...common, mailer, mailsPerHour });
    return {
      ...clients,
      mail,
      webhooks: createWebhookDeliveries({ ...common, pause: async (ms) => this.clock.advance(ms) }),
    };
  }

  /** One invocation of a function; of those besides the pipeline's it is without effect. */
  async invoke(name: string, event: unknown, plan = this.plan): Promise<InvocationOutcome> {
    const process = this.newProcess(plan);
    const handler = this.#handler(name, process);
    if (!handler) return { value: { batchItemFailures: [] } };
    this.latest = { name, event };
    const { result = (value: unknown) => value } = this.#options.defect ?? {};
    const context = { getRemainingTimeInMillis: process.remainingMs, invokedFunctionArn: NOTIFIER };
    const ended = handler(event, context).then(
      (value): InvocationOutcome => ({ value: result(value) }),
      (error: unknown) => ({ error }),
    );
    return process.outcomeOf(ended);
  }

  #handler(name: string, process: SimulatedProcess): Handler | undefined {
    if (!['notifySubmission', 'sendWebhook'].includes(name)) return undefined;
    const parts = this.partsFor(process);
    const { mail, webhooks, lanes } = parts;
    for (const { metrics } of [mail, webhooks]) this.#watch(metrics);
    if (name === 'sendWebhook') return createSendWebhook({ ...webhooks, lanes }) as Handler;
    const { inPlaceOfMail } = this.#options;
    const channels = inPlaceOfMail ? [inPlaceOfMail(parts)] : mail.channels;
    const consumer = new Consumer({ ...mail, channels, now: this.clock.now });
    return createNotifySubmission({
      mail: { ...mail, channels, consumer },
      webhooks: createWebhookPlanner({
        endpoints: mail.endpoints,
        readWebhooks: (endpointId) => readWebhooks(parts.table, endpointId),
      }),
      pacers: this.#pacers,
      failedRecords: { put: async ({ records }) => void this.services.putAside.push(...records) },
      wait: async () => undefined,
    }) as Handler;
  }

  #watch(metrics: Parts['mail']['metrics']): void {
    const flush = metrics.flush.bind(metrics);
    metrics.flush = () => {
      const counted = flush();
      for (const [name, times] of Object.entries(counted.counts))
        this.counted[name] = (this.counted[name] ?? 0) + times;
      return counted;
    };
  }

  /** Everything that is due, by a time or at any time, comes to its end. */
  settle = (untilMs?: number): Promise<void> => this.sources.settle(untilMs);

  /** The same with what is due by a time, and then it is that time. */
  async settleUntil(untilMs: number): Promise<void> {
    await this.settle(untilMs);
    this.clock.advanceTo(untilMs);
  }

  /** What is due now comes to its end. */
  settleNow = (): Promise<void> => this.settle(this.clock.now());

  /** The operator's command for one failed mail. */
  redrive(failed: FailedDelivery, process = this.newProcess()) {
    const { table, mail } = this.partsFor(process);
    const { endpoints } = createRepositories(table);
    return redrive(failed, { ...mail, endpoints, failures: new FailedDeliveries(table) });
  }

  /** The operator's command for everything that failed, and what comes of it. */
  async redriveAll(): Promise<void> {
    for (const failed of await this.failures()) await this.redrive(failed);
    const records = [...this.services.putAside.splice(0), ...this.sources.failedRecords.notifySubmission.splice(0)];
    const store = {
      async *names() {
        if (records.length > 0) yield 'batch';
      },
      read: async () =>
        JSON.stringify({ requestContext: { functionArn: NOTIFIER }, timestamp: '', payload: { Records: records } }),
      remove: async () => undefined,
    };
    const fileBucket = memoryBucket(this.services.perform) as never;
    await redriveChanges({ table: this.table, fileBucket, failedRecords: { store, notifierArn: NOTIFIER } });
    await this.settle();
  }

  /** Times that a delivery was accepted, and how many of them nobody could know of: the sender died or heard no answer. */
  timesSent(id: string): { times: number; excused: number } {
    const known = new Set(this.recordOf(id)?.attempts.flatMap(({ messageId }) => messageId ?? []));
    const all = this.#accepted.filter((sent) => sent.id === id);
    return {
      times: all.length,
      excused: all.filter(({ process, messageId = '' }) => process.wasCutOff && !known.has(messageId)).length,
    };
  }
}
