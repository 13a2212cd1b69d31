import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { EndpointCreate } from '../../../../shared/contract/schemas/endpoint.ts';
import type { Sender } from '../../../../shared/notifications/deliverer.ts';
import type { Message } from '../../../../shared/notifications/message.ts';
import { QueuedNotification } from '../../../../shared/notifications/notificationQueue.ts';
import { assembleNotifications } from '../../../../shared/notifications/notifications.ts';
import { Pacer } from '../../../../shared/notifications/pacer.ts';
import { redrive } from '../../../../shared/notifications/redrive.ts';
import { RECEIVES_MAX, STREAM_BATCH_SIZE, STREAM_RETRIES } from '../../../../shared/notifications/timing.ts';
import type { OutgoingMessage } from '../../../../shared/runtime/messageQueue.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { Endpoints, type StoredEndpoint } from '../../../../shared/storage/endpoints.ts';
import { type ItemKey, SORT_PREFIX, submissionKey } from '../../../../shared/storage/itemKeys.ts';
import type { NotificationId, NotificationRecords } from '../../../../shared/storage/notificationRecords.ts';
import type { Table } from '../../../../shared/storage/table.ts';
import { Workspaces } from '../../../../shared/storage/workspaces.ts';
import { MemoryItems, MemoryTable } from '../../../support/memoryTable.ts';
import { FaultPlan, Invocation } from './faultyCalls.ts';

/** A clock that only its owner moves on, but for a millisecond each time it is read. */
export class Clock {
  #ms = Date.parse('2026-01-01T00:00:00Z');

  now = (): number => this.#ms++;

  advance(ms: number): void {
    this.#ms += ms;
  }

  advanceTo(ms: number): void {
    this.#ms = Math.max(this.#ms, ms);
  }
}

/** What is taken out of the function, to see that it is missed. */
export interface Mutation {
  records?: (table: Table, now: () => number) => NotificationRecords;
  /** What the function tells the stream to bring again. */
  report?: (retried: DynamoDBRecord[]) => DynamoDBRecord[];
  /** What the queue is given. */
  queue?: (messages: OutgoingMessage[]) => OutgoingMessage[];
}

/** What SES and the table saw of an invocation: a message accepted, or marked as sent. */
export interface Seen {
  invocation: Invocation;
  what: 'accepted' | 'marked';
  note: string;
  message?: Message;
}

interface Queued {
  body: string;
  group: string | undefined;
  dueAt: number;
  receives: number;
}

/** Names the notification of a submission or digest to a recipient. */
export const nameOfNote = (about: string, recipient: string): string => `${about} to ${recipient}`;

export interface SimulatedServiceOptions {
  mutation?: Mutation | undefined;
  mailsPerHour?: number;
  /** Fast enough by default that nobody waits. */
  mailsPerSecond?: number;
  /** What SES says to a recipient. */
  refuse?: (recipient: string, message: Message) => Error | undefined;
}

const RETRY_MS = 1_000;
/** A service that is not done by then never will be. */
const MESSAGES_MAX = 5_000;

/** The service as one scenario finds it: table, SES, queue and clock; everything in it is seen. */
export class SimulatedService {
  readonly clock = new Clock();
  readonly items = new MemoryItems();
  readonly table = new MemoryTable(this.items) as unknown as Table;
  readonly seen: Seen[] = [];
  readonly queue: Queued[] = [];
  /** Messages with which the function died again and again. */
  readonly deadLetters: Queued[] = [];
  /** Records that the stream's reader gave up. */
  readonly failedRecords: DynamoDBRecord[] = [];
  /** Notifications that were sent, and that nothing will mark so. */
  readonly unmarked = new Set<string>();
  /** Everything that invocations counted. */
  readonly counted: Record<string, number> = {};
  readonly options: Required<SimulatedServiceOptions>;
  #workspaceId: string | undefined;
  #sequence = 0;

  constructor({
    mutation = {},
    mailsPerHour = 1_000,
    mailsPerSecond = 1_000,
    refuse = () => undefined,
  }: SimulatedServiceOptions = {}) {
    this.options = { mutation, mailsPerHour, mailsPerSecond, refuse };
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

  /** What an invocation is made of: each call goes through it. */
  partsFor(invocation: Invocation) {
    const table = this.#tableFor(invocation);
    const { now } = this.clock;
    const records = this.options.mutation.records?.(table, now);
    const { mailsPerHour } = this.options;
    const parts = { table, queue: this.#queueFor(invocation), mailer: this.#mailerFor(invocation), mailsPerHour, now };
    return assembleNotifications({ ...parts, ...(records && { records }) });
  }

  /** One invocation with stream records: which of them are to come again, or that it died. */
  announce(invocation: Invocation, records: DynamoDBRecord[]): Promise<Outcome> {
    const { report = (retried) => retried } = this.options.mutation;
    const { announcer, metrics } = this.partsFor(invocation);
    const announced = announcer.announceRecords(records, this.#invocationOf(invocation)).then(report);
    return invocation.outcomeOf(announced.finally(() => this.#count(metrics)));
  }

  /**
   * What the event source mapping does: batches, of which a failed one is split in two, and one that cannot be split
   * comes again a few times before it is put aside.
   */
  async bring(records: DynamoDBRecord[], plan = new FaultPlan()): Promise<void> {
    for (let i = 0; i < records.length; i += STREAM_BATCH_SIZE) {
      await this.bringBatch(records.slice(i, i + STREAM_BATCH_SIZE), plan);
    }
  }

  async bringBatch(batch: DynamoDBRecord[], plan: FaultPlan): Promise<void> {
    let rest = batch;
    for (let retries = 0; rest.length > 0; ) {
      const outcome = await this.announce(new Invocation(plan), rest);
      const left = restOf(rest, outcome);
      if (left.length === 0) return;
      this.clock.advance(RETRY_MS);
      if (outcome === 'died' && left.length > 1) {
        const half = Math.ceil(left.length / 2);
        await this.bringBatch(left.slice(0, half), plan);
        rest = left.slice(half);
        continue;
      }
      if (++retries > STREAM_RETRIES) {
        this.failedRecords.push(...left);
        return;
      }
      rest = left;
    }
  }

  /** Lets the queue bring what is due, moving the clock on, until it is empty. */
  async drain(plan = new FaultPlan(), until = Number.POSITIVE_INFINITY): Promise<void> {
    for (let i = 0; this.queue.length > 0; i++) {
      if (i > MESSAGES_MAX) throw new Error('the queue never becomes empty');
      this.queue.sort((a, b) => a.dueAt - b.dueAt);
      const [next] = this.queue as [Queued];
      if (next.dueAt > until) return;
      this.clock.advanceTo(next.dueAt);
      await this.#receive(this.queue.shift() as Queued, plan);
    }
  }

  /** The operator's command, for everything that failed. */
  async redriveAll(): Promise<void> {
    const { records, ...parts } = this.partsFor(new Invocation(new FaultPlan()));
    for (const record of this.failedRecords.splice(0)) {
      const { endpointId, about } = idsOf(record);
      await redrive({ about, endpointId, recipient: '*' }, { records, ...parts });
    }
    for await (const failed of records.failures()) await redrive(failed, { records, ...parts });
  }

  /** How often SES accepted a message. */
  timesSent(note: string): number {
    return this.seen.filter((seen) => seen.what === 'accepted' && seen.note === note).length;
  }

  /** How often it was accepted by an invocation that never heard so, or died before it could mark it. */
  timesExcused(note: string): number {
    const all = this.seen.filter((seen) => seen.note === note);
    const isMarked = ({ invocation }: Seen) =>
      all.some((seen) => seen.what === 'marked' && seen.invocation === invocation);
    return all.filter((seen) => seen.what === 'accepted' && seen.invocation.wasCutOff && !isMarked(seen)).length;
  }

  /** Whether a notification was sent and neither marked nor queued to be marked, because both were out of reach. */
  isUnmarked(note: string): boolean {
    return this.unmarked.has(note);
  }

  /** The messages that SES accepted for a recipient. */
  mailsTo(recipient: string): Message[] {
    return this.seen.flatMap(({ note, message }) => (message && note.endsWith(` to ${recipient}`) ? [message] : []));
  }

  async #receive(queued: Queued, plan: FaultPlan): Promise<void> {
    const invocation = new Invocation(plan);
    const { consumer, metrics } = this.partsFor(invocation);
    const message = QueuedNotification.parse(JSON.parse(queued.body));
    const consumed = consumer.consume(message, this.#invocationOf(invocation)).then(
      () => 'done' as const,
      () => 'failed' as const,
    );
    const outcome = await invocation.outcomeOf(consumed.finally(() => this.#count(metrics)));
    if (outcome === 'done') return;
    const again = { ...queued, receives: queued.receives + 1, dueAt: this.clock.now() + RETRY_MS };
    if (again.receives >= RECEIVES_MAX) this.deadLetters.push(again);
    else this.queue.push(again);
  }

  #invocationOf({ remainingMs }: Invocation) {
    const { now } = this.clock;
    const wait = async (ms: number) => this.clock.advance(ms);
    return { startedAt: now(), remainingMs, pacer: new Pacer(this.options.mailsPerSecond, now, wait) };
  }

  #count(metrics: { take(): Record<string, number> }): void {
    for (const [name, count] of Object.entries(metrics.take())) this.counted[name] = (this.counted[name] ?? 0) + count;
  }

  #mailerFor(invocation: Invocation): Sender {
    return {
      send: ({ about, recipient }: NotificationId, message) =>
        invocation.call('ses', async () => {
          const refusal = this.options.refuse(recipient, message);
          if (refusal) throw refusal;
          this.seen.push({ invocation, what: 'accepted', note: nameOfNote(about, recipient), message });
          return randomUUID();
        }),
    };
  }

  #queueFor(invocation: Invocation) {
    const { queue: given = (messages: OutgoingMessage[]) => messages } = this.options.mutation;
    const put = (messages: OutgoingMessage[]) =>
      invocation.call('queue', async () => {
        for (const { body, group, delayS = 0 } of given(messages)) {
          const dueAt = this.clock.now() + Math.min(900, Math.max(0, delayS)) * 1_000;
          this.queue.push({ body, group, dueAt, receives: 0 });
        }
      });
    return {
      send: (message: OutgoingMessage) => put([message]),
      sendAll: async <T extends OutgoingMessage>(messages: T[]): Promise<T[]> => {
        if (messages.length === 0) return [];
        try {
          await put(messages);
          return [];
        } catch {
          for (const { body } of messages) {
            const { about, recipient, sent } = QueuedNotification.parse(JSON.parse(body));
            if (sent) this.unmarked.add(nameOfNote(about, recipient));
          }
          return messages;
        }
      },
    };
  }

  #tableFor(invocation: Invocation): Table {
    const { table } = this;
    const double: Pick<Table, 'get' | 'query' | 'put' | 'update' | 'delete' | 'transact'> = {
      get: (key) => invocation.call('table', () => table.get(key)),
      query: (input) => invocation.call('table', () => table.query(input)),
      put: (item, condition) => invocation.call('table', () => table.put(item, condition)),
      delete: (key, condition) => invocation.call('table', () => table.delete(key, condition)),
      transact: (writes) => invocation.call('table', () => table.transact(writes)),
      update: (input) =>
        invocation.call('table', async () => {
          const item = await table.update(input);
          const { PK, SK } = input.Key as ItemKey;
          const isMark = input.ExpressionAttributeValues?.[':sent'] !== undefined;
          if (isMark) this.seen.push({ invocation, what: 'marked', note: nameOfNote(PK.slice('NOTE#'.length), SK) });
          return item;
        }),
    };
    return double as Table;
  }
}

export const idsOf = ({ dynamodb }: DynamoDBRecord) => ({
  about: dynamodb?.Keys?.SK?.S?.slice(SORT_PREFIX.submission.length) ?? '',
  endpointId: dynamodb?.Keys?.PK?.S?.slice('ENP#'.length) ?? '',
});

export const submissionIdOf = (record: DynamoDBRecord): string => idsOf(record).about;

const imageOf = (item: Record<string, unknown>) =>
  marshall(item) as NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['Keys']>;

/** What an invocation leaves to do: the records that are to come again, or all when it died. */
export type Outcome = DynamoDBRecord[] | 'died';

/** The records that a mapping brings again: those from the first that was reported on. */
export function restOf(records: DynamoDBRecord[], outcome: Outcome): DynamoDBRecord[] {
  if (outcome === 'died') return records;
  const positions = outcome.map((record) => records.indexOf(record));
  return positions.length === 0 ? [] : records.slice(Math.min(...positions));
}
