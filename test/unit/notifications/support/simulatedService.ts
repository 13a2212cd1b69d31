import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { changeOf, type SubmissionChange } from '../../../../shared/changes/change.ts';
import { EndpointCreate } from '../../../../shared/contract/schemas/endpoint.ts';
import type { Message } from '../../../../shared/deliveries/channels/mail/message.ts';
import { QueuedNotification } from '../../../../shared/deliveries/channels/mail/notificationQueue.ts';
import { assembleNotifications } from '../../../../shared/deliveries/channels/mail/notifications.ts';
import { Pacer } from '../../../../shared/deliveries/channels/mail/pacer.ts';
import { redrive } from '../../../../shared/deliveries/channels/mail/redrive.ts';
import { STREAM_BATCH_SIZE, STREAM_RETRIES } from '../../../../shared/deliveries/channels/mail/timing.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { Endpoints, type StoredEndpoint } from '../../../../shared/storage/endpoints.ts';
import { notificationKey, SORT_PREFIX, submissionKey } from '../../../../shared/storage/itemKeys.ts';
import { ANY_RECIPIENT } from '../../../../shared/storage/notificationRecords.ts';
import type { ItemKey } from '../../../../shared/storage/partitions.ts';
import type { Table } from '../../../../shared/storage/table.ts';
import { Workspaces } from '../../../../shared/storage/workspaces.ts';
import type { Intercept } from '../../../support/simulator/calls.ts';
import { Clock } from '../../../support/simulator/clock.ts';
import { type DirectClients, directClients } from '../../../support/simulator/directClients.ts';
import { FaultPlan } from '../../../support/simulator/faultPlan.ts';
import { SimulatedProcess } from '../../../support/simulator/process.ts';
import type { QueuedMessage } from '../../../support/simulator/queue.ts';
import { type Mail, mailOf, Services } from '../../../support/simulator/services.ts';
import { deliverRecords, handledCount } from '../../../support/simulator/streamMapping.ts';

/** A defect of the function, to see that it is found. */
export interface Defect {
  /** What it does to the function's calls. */
  intercept?: Intercept;
  /** What the function tells the stream to bring again. */
  report?: (retried: DynamoDBRecord[]) => DynamoDBRecord[];
}

/** Names the notification of a submission or digest to a recipient. */
export const deliveryName = (about: string, recipient: string): string => `${about} to ${recipient}`;

export interface SimulatedServiceOptions {
  defect?: Defect | undefined;
  mailsPerHour?: number;
  /** Fast enough by default that nobody waits. */
  mailsPerSecond?: number;
  /** What SES says to a recipient. */
  refuse?: (recipient: string, message: Message) => Error | undefined;
}

type Parts = ReturnType<typeof assembleNotifications>;

/** What an invocation leaves to do: the records that are to come again, or all when it died. */
export type Outcome = DynamoDBRecord[] | 'died';

/** The pipeline of notifications over simulated services: everything that it does is seen. */
export class SimulatedService {
  readonly clock = new Clock(Date.parse('2026-01-01T00:00:00Z'));
  readonly services = new Services(this.clock);
  readonly table = this.services.table as unknown as Table;
  readonly queue = this.services.queues.notifications;
  /** Records that the stream's reader gave up. */
  readonly failedRecords: DynamoDBRecord[] = [];
  /** Notifications that were sent, and that nothing will mark so. */
  readonly unmarked = new Set<string>();
  /** Everything that invocations counted. */
  readonly counted: Record<string, number> = {};
  readonly options: Required<Omit<SimulatedServiceOptions, 'refuse'>>;
  /** The processes that sent each mail, by its id. */
  readonly #senders = new Map<string, SimulatedProcess>();
  #workspaceId: string | undefined;
  #sequence = 0;

  constructor({
    defect = {},
    mailsPerHour = 1_000,
    mailsPerSecond = 1_000,
    refuse = () => undefined,
  }: SimulatedServiceOptions = {}) {
    this.options = { defect, mailsPerHour, mailsPerSecond };
    this.services.outage = ({ service, input }) => {
      if (service !== 'ses') return;
      const { recipient, ...message } = mailOf(input);
      const refusal = refuse(recipient, message);
      if (refusal) throw refusal;
    };
  }

  /** A process of the function; its calls meet the plan's faults. */
  newProcess(plan = new FaultPlan()): SimulatedProcess {
    const process = new SimulatedProcess(plan, async (call) => {
      const output = await this.services.perform(call);
      if (call.service === 'ses') this.#senders.set(String(output.MessageId), process);
      return output;
    });
    return process;
  }

  async newEndpoint(targetEmails: string[], fields: object = {}): Promise<StoredEndpoint> {
    this.#workspaceId ??= (await new Workspaces(this.table).create('Workspace')).workspaceId;
    const slug = `slug-${randomUUID()}`;
    return new Endpoints(this.table).create(this.#workspaceId, EndpointCreate.parse({ slug, targetEmails, ...fields }));
  }

  /** Stores submissions to an endpoint, and gives their stream records. */
  async submit(endpointId: string, count = 1, data = '{"message":"Hello"}'): Promise<DynamoDBRecord[]> {
    const records: DynamoDBRecord[] = [];
    for (let i = 0; i < count; i++) {
      const key = submissionKey(endpointId, newId('submission', this.clock.now()));
      const item = { ...key, data, location: 'Unknown' };
      await this.table.put(item, {});
      records.push(this.recordOf(key, item));
    }
    return records;
  }

  recordOf(key: ItemKey, item: Record<string, unknown>): DynamoDBRecord {
    return {
      eventName: 'INSERT',
      dynamodb: {
        SequenceNumber: String(++this.#sequence),
        Keys: imageOf(key),
        NewImage: imageOf(item),
        ApproximateCreationDateTime: Math.floor(this.clock.now() / 1_000),
      },
    };
  }

  /** The pipeline as a process has it. */
  partsFor(process: SimulatedProcess) {
    const { defect, mailsPerHour } = this.options;
    const { table, mailer, queue } = directClients(process, this.services, defect.intercept);
    const { now } = this.clock;
    return assembleNotifications({
      table,
      mailer,
      queue: this.#watched(queue),
      mailsPerHour,
      now,
      siteUrl: 'https://site.example',
    });
  }

  /** One invocation with stream records. */
  announce(process: SimulatedProcess, records: DynamoDBRecord[]): Promise<Outcome> {
    const { report = (retried) => retried } = this.options.defect;
    const parts = this.partsFor(process);
    const changes = records.map((record) => changeOf(record) as SubmissionChange);
    const announced = parts.announcer
      .announceChanges(changes, this.#invocationOf(process))
      .then((retried) => report(records.filter((_, i) => retried.includes(changes[i] as SubmissionChange))));
    return process.outcomeOf(announced.finally(() => this.#count(parts, process)));
  }

  /** Brings records to the function as the event source mapping does. */
  bring(records: DynamoDBRecord[], plan = new FaultPlan()): Promise<void> {
    return deliverRecords(records, {
      batchSize: STREAM_BATCH_SIZE,
      retries: STREAM_RETRIES,
      clock: this.clock,
      attempt: async (batch) => {
        const outcome = await this.announce(this.newProcess(plan), batch);
        return outcome === 'died' ? 'none' : handledCount(batch, outcome);
      },
      giveUp: (rest) => void this.failedRecords.push(...rest),
    });
  }

  /** Lets the queue bring what is due, moving the clock on, until it is empty. */
  async drain(plan = new FaultPlan(), until = Number.POSITIVE_INFINITY): Promise<void> {
    for (; ; this.clock.advanceTo(this.queue.nextDueAt)) {
      for (let next = this.#receive(until); next; next = this.#receive(until)) await this.#consume(next, plan);
      if (this.queue.messages.length === 0 || this.queue.nextDueAt > until) return;
    }
  }

  /** The operator's command, for everything that failed. */
  async redriveAll(): Promise<void> {
    const parts = this.partsFor(this.newProcess());
    for (const record of this.failedRecords.splice(0))
      await redrive({ ...idsOf(record), recipient: ANY_RECIPIENT }, parts);
    for await (const failed of parts.records.failures()) await redrive(failed, parts);
  }

  /** The mails that SES accepted about something for a recipient. */
  mails(about: string, recipient: string): Mail[] {
    return this.services.mails.filter((mail) => mail.about === about && mail.recipient === recipient);
  }

  /** How many of them were accepted from a process that died or never heard so, and are not marked as sent. */
  async timesExcused(about: string, recipient: string): Promise<number> {
    const marked = (await this.table.get(notificationKey(about, recipient)))?.messageIds as Set<string> | undefined;
    return this.mails(about, recipient).filter(
      ({ messageId }) => this.#senders.get(messageId)?.wasCutOff && !marked?.has(messageId),
    ).length;
  }

  mailsTo(recipient: string): Mail[] {
    return this.services.mails.filter((mail) => mail.recipient === recipient);
  }

  /** A queue of which is known what it could not be told. */
  #watched({ send, sendAll }: DirectClients['queue']): DirectClients['queue'] {
    return {
      send,
      sendAll: async (messages) => {
        const failed = await sendAll(messages);
        for (const { body } of failed) {
          const { about, recipient, sent } = QueuedNotification.parse(JSON.parse(body));
          if (sent) this.unmarked.add(deliveryName(about, recipient));
        }
        return failed;
      },
    };
  }

  #receive(until: number): QueuedMessage | undefined {
    return this.queue.receive(Math.min(this.clock.now(), until));
  }

  async #consume(queued: QueuedMessage, plan: FaultPlan): Promise<void> {
    const process = this.newProcess(plan);
    const parts = this.partsFor(process);
    const message = QueuedNotification.parse(JSON.parse(queued.body));
    const consumed = parts.consumer.consume(message, this.#invocationOf(process)).then(
      () => 'done' as const,
      () => 'failed' as const,
    );
    const outcome = await process.outcomeOf(consumed.finally(() => this.#count(parts, process)));
    if (outcome === 'done') this.queue.delete(queued);
  }

  #invocationOf(process: SimulatedProcess) {
    const { now } = this.clock;
    const wait = async (ms: number) => this.clock.advance(ms);
    const { remainingMs } = process;
    return { startedAt: now(), remainingMs, pacer: new Pacer(this.options.mailsPerSecond, now, wait) };
  }

  async #count({ metrics, mailCounter }: Parts, process: SimulatedProcess): Promise<void> {
    const counted = metrics.take();
    for (const [name, count] of Object.entries(counted.counts)) this.counted[name] = (this.counted[name] ?? 0) + count;
    await mailCounter.add(counted, process.remainingMs());
  }
}

export const idsOf = ({ dynamodb }: DynamoDBRecord) => ({
  about: dynamodb?.Keys?.SK?.S?.slice(SORT_PREFIX.submission.length) ?? '',
  endpointId: dynamodb?.Keys?.PK?.S?.slice('ENP#'.length) ?? '',
});

export const submissionIdOf = (record: DynamoDBRecord): string => idsOf(record).about;

const imageOf = (item: Record<string, unknown>) =>
  marshall(item) as NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['Keys']>;
