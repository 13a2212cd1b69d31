import { afterEach, jest } from '@jest/globals';
import type { Message } from '../../../../../shared/deliveries/channels/mail/message/message.ts';
import { Pacer } from '../../../../../shared/deliveries/channels/mail/sending/pacer.ts';
import {
  type ConsumerSettings,
  DELIVERING,
  type DeliveryClients,
  mailDeliveries,
  webhookDeliveries,
} from '../../../../support/simulator/consumers.ts';
import { directClients } from '../../../../support/simulator/directClients.ts';
import type { InvocationOutcome } from '../../../../support/simulator/eventSources.ts';
import { FaultPlan } from '../../../../support/simulator/faultPlan.ts';
import { type Handler, SimulatedProcess } from '../../../../support/simulator/process.ts';
import { asFunction } from '../../../../support/simulator/rights.ts';
import { type Answered, mailOf } from '../../../../support/simulator/services.ts';
import { SimulatedStorage } from '../../../../support/simulator/simulatedStorage.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

export interface PipelineOptions extends Pick<ConsumerSettings, 'mailsPerHour' | 'confirmationsPerHour' | 'random'> {
  /** By default fast enough that nothing waits. */
  mailsPerSecond?: number;
  refuse?: (recipient: string, message: Message) => Error | undefined;
}

interface Seen {
  atMs: number;
  id: string;
  url: string;
}

/** The functions that deliver, each invocation in a process of its own. */
export class SimulatedPipeline extends SimulatedStorage {
  /** Counts that invocations logged. */
  readonly counted: Record<string, number> = {};
  readonly seen: Seen[] = [];
  plan = new FaultPlan();
  answer: (seen: Seen) => Answered | Promise<Answered> = () => ({ status: 200, answer: 'ok' });
  readonly #settings: ConsumerSettings;

  constructor({ refuse = () => undefined, mailsPerSecond = 1_000, ...settings }: PipelineOptions = {}) {
    super();
    const { now } = this.clock;
    const pause = async (ms: number) => this.clock.advance(ms);
    jest.spyOn(Date, 'now').mockImplementation(now);
    const newPacer = () => new Pacer(mailsPerSecond, now, pause);
    const pacers = { stream: newPacer(), queue: newPacer() };
    this.#settings = { ...settings, pause, newPacers: () => pacers };
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
    for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
    jest.spyOn(console, 'info').mockImplementation((line) => this.#count(line));
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  }

  /** A process of a function, whose calls meet the planned faults. Without a name, it may do everything. */
  newProcess = (plan = this.plan, name?: string): SimulatedProcess =>
    new SimulatedProcess(plan, name === undefined ? this.services.perform : asFunction(name, this.services.perform));

  #clientsOf(process: SimulatedProcess): DeliveryClients {
    const { table: hurriedTable, ...clients } = directClients(process);
    return {
      ...clients,
      hurriedTable,
      storeFailed: async ({ records }) => void this.services.putAside.push(...records),
    };
  }

  partsFor(process: SimulatedProcess) {
    const clients = this.#clientsOf(process);
    return { mail: mailDeliveries(clients, this.#settings), webhooks: webhookDeliveries(clients, this.#settings) };
  }

  /** One invocation of a function; invocations outside the pipeline have no effect. */
  override async invoke(name: string, event: unknown, plan = this.plan): Promise<InvocationOutcome> {
    if (name !== 'notifySubmission' && name !== 'sendWebhook') return super.invoke(name, event);
    const process = this.newProcess(plan, name);
    const handler = DELIVERING[name](this.#clientsOf(process), this.#settings) as Handler;
    return process.invoke(handler, event);
  }

  #count(line: Record<string, unknown>): void {
    if (line.event !== 'handled') return;
    for (const [name, times] of Object.entries(line))
      if (typeof times === 'number') this.counted[name] = (this.counted[name] ?? 0) + times;
  }

  /** Processes everything due until a time, and moves the clock there. */
  async settleUntil(untilMs: number): Promise<void> {
    await this.settle(untilMs);
    this.clock.advanceTo(untilMs);
  }

  settleNow = (): Promise<void> => this.settle(this.clock.now());
}
