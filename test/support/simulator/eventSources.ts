import type { FailedRecords } from '../../../infra/operator/openService.ts';
import { type Invoke, invokeAsynchronously } from '../../../local/events/invocation.ts';
import { deliverMessages, type QueueMapping, queueRecord } from '../../../local/events/queueMapping.ts';
import {
  deliverRecords,
  filterOf,
  invocationRecord,
  type StreamMapping,
  type StreamRecord,
} from '../../../local/events/streamMapping.ts';
import { patternsFor, type StreamReaderName } from '../../../shared/changes/kinds.ts';
import { STREAM_BATCH_SIZE, STREAM_RETRIES } from '../../../shared/deliveries/timeoutsAndRetries.ts';
import { DUE_MESSAGES } from '../../../shared/storage/table/partitions.ts';
import type { StreamEvent } from './memoryItems.ts';
import type { QueueName, Services } from './services.ts';
import { encoded } from './wire.ts';

export type InvocationOutcome = { value: unknown } | { error: unknown } | 'died';

/** Between two deliveries of the same records; several of these outlast a lease. */
const RETRY_MS = 10_000;

const FunctionResponseTypes = ['ReportBatchItemFailures'];

const streamMapping = (name: StreamReaderName, BatchSize: number, MaximumRetryAttempts: number): StreamMapping => ({
  BatchSize,
  MaximumRetryAttempts,
  BisectBatchOnFunctionError: true,
  FunctionResponseTypes,
  FilterCriteria: { Filters: patternsFor(name).map((pattern) => ({ Pattern: JSON.stringify(pattern) })) },
});

/** The stream's readers. Indexing retries longer, which would never end here. */
const READERS = {
  indexSubmissions: streamMapping('indexSubmissions', 100, 9),
  notifySubmission: streamMapping('notifySubmission', STREAM_BATCH_SIZE, STREAM_RETRIES),
};
type Reader = keyof typeof READERS;
const READER_NAMES = Object.keys(READERS) as Reader[];
const IS_WANTED = Object.fromEntries(READER_NAMES.map((name) => [name, filterOf(READERS[name])]));
const FROM_THE_START = { indexSubmissions: 0, notifySubmission: 0 };

const queueMapping = (BatchSize: number): QueueMapping => ({ BatchSize, FunctionResponseTypes });
const QUEUE_READERS = {
  removal: { reader: 'purgeEndpoint', mapping: queueMapping(1) },
  training: { reader: 'trainFilter', mapping: queueMapping(1) },
  mail: { reader: 'notifySubmission', mapping: queueMapping(1) },
  webhook: { reader: 'sendWebhook', mapping: queueMapping(10) },
  failingWebhook: { reader: 'sendWebhook', mapping: queueMapping(10) },
  signIn: { reader: 'sendSignInMail', mapping: queueMapping(1) },
} satisfies Record<QueueName, object>;
const QUEUE_NAMES = Object.keys(QUEUE_READERS) as QueueName[];

/** A batch more than this means that a message never leaves its queue. */
const BATCHES_MAX = 5_000;

/** Runs of the clock in a row after which the same message is still due: nothing hands it over. */
const RUNS_MAX = 1_000;

/** A change as the stream delivers it. */
export const streamRecordOf = (
  { eventName, PK, SK, item, before }: StreamEvent,
  sequence: number,
  atMs: number,
): StreamRecord => ({
  eventName,
  dynamodb: {
    SequenceNumber: String(sequence),
    Keys: encoded({ PK, SK }),
    ...(item && { NewImage: encoded(item) }),
    ...(before && { OldImage: encoded(before) }),
    ApproximateCreationDateTime: Math.floor(atMs / 1_000),
  },
});

export interface EventSourcesDependencies {
  services: Services;
  invoke: (name: string, event: unknown) => Promise<InvocationOutcome>;
}

/** Delivers stream records and queue messages to functions like AWS Lambda's event source mappings. */
export class EventSources {
  readonly failedRecords: Record<Reader, StreamRecord[]> = { indexSubmissions: [], notifySubmission: [] };
  readonly #dependencies: EventSourcesDependencies;
  readonly #positions: Record<Reader, number> = { ...FROM_THE_START };
  readonly #delivered: Record<Reader, number> = { ...FROM_THE_START };
  /** By position, with the times when they were read first. */
  readonly #records: StreamRecord[] = [];
  #readMeanwhile: Promise<void> = Promise.resolve();
  #batches = 0;

  constructor(dependencies: EventSourcesDependencies) {
    this.#dependencies = dependencies;
  }

  /** The stream delivers everything since its start, which `forget` moves to now. */
  rewind({ forget = false } = {}): void {
    if (forget) {
      this.#dependencies.services.items.events.length = 0;
      this.#records.length = 0;
    }
    Object.assign(this.#positions, FROM_THE_START);
  }

  /** Lets all readers catch up; the clock advances to what is due later, up to a time. */
  async settle(untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    const { services } = this.#dependencies;
    let [handledAt, runs] = [0, 0];
    for (;;) {
      for (const reader of READER_NAMES) await this.#readStream(reader);
      for (const name of QUEUE_NAMES) await this.#readQueue(name);
      await this.#readMeanwhile;
      const end = services.items.events.length;
      if (READER_NAMES.some((reader) => this.#positions[reader] < end)) continue;
      const inTable = this.#dueInTable();
      const nextDueAt = Math.min(inTable, ...QUEUE_NAMES.map((name) => services.queues[name].nextDueAt));
      if (nextDueAt === Number.POSITIVE_INFINITY || nextDueAt > untilMs) return;
      services.clock.advanceTo(nextDueAt);
      if (inTable > services.clock.now()) continue;
      runs = inTable === handledAt ? runs + 1 : 0;
      handledAt = inTable;
      if (runs > RUNS_MAX) throw new Error('a due message is never handed over');
      await invokeAsynchronously(this.#invokeOf('sendWebhook'), { look: 'due' }, this.#pause);
    }
  }

  async settleQueues(untilMs: number): Promise<void> {
    for (const name of QUEUE_NAMES) await this.#readQueue(name, untilMs);
  }

  /** When the first stored message is due; the clock hands it over. */
  #dueInTable(): number {
    const due = [...this.#dependencies.services.items.state().values()].filter(({ PK }) => PK === DUE_MESSAGES);
    return Math.min(...due.map(({ SK }) => Date.parse(`${String(SK).slice(0, 23).replace(' ', 'T')}Z`)));
  }

  readMeanwhile(reader: Reader): Promise<void> {
    this.#readMeanwhile = this.#readStream(reader);
    return this.#readMeanwhile;
  }

  async #readStream(reader: Reader): Promise<void> {
    const records = this.recordsFor(reader);
    this.#positions[reader] = this.#dependencies.services.items.events.length;
    await this.#deliver(reader, records);
  }

  /** Delivers only some of a reader's records, by position: from one that it had before, or else from the first new one. */
  async deliverSome(reader: Reader, from = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY): Promise<void> {
    this.#positions[reader] = 0;
    const start = Math.min(from, this.#delivered[reader]);
    const records = this.recordsFor(reader).slice(start, start + count);
    this.#delivered[reader] = Math.max(this.#delivered[reader], start + records.length);
    this.#positions[reader] = this.#dependencies.services.items.events.length;
    await this.#deliver(reader, records);
  }

  #pause = () => this.#dependencies.services.clock.advance(RETRY_MS);

  /** Results pass as JSON, as from AWS Lambda; a death is an error. */
  #invokeOf =
    (name: string): Invoke =>
    async (event) => {
      const outcome = await this.#dependencies.invoke(name, event);
      if (outcome === 'died') return { error: outcome };
      return 'error' in outcome ? outcome : { payload: JSON.stringify(outcome.value ?? null) };
    };

  /** Invokes a function for an event of SES or GuardDuty. */
  async publish(name: string, event: object): Promise<void> {
    await invokeAsynchronously(this.#invokeOf(name), event, this.#pause);
  }

  #deliver(reader: Reader, records: StreamRecord[]): Promise<void> {
    return deliverRecords(records, {
      mapping: READERS[reader],
      streamArn: 'arn:aws:dynamodb:eu-west-1:1:table/Table/stream/1',
      invoke: this.#invokeOf(reader),
      pause: this.#pause,
      now: this.#dependencies.services.clock.now,
      putAside: (rest) => void this.failedRecords[reader].push(...rest),
    });
  }

  recordsFor(reader: Reader): StreamRecord[] {
    const { services } = this.#dependencies;
    const start = this.#positions[reader];
    return services.items.events
      .slice(start)
      .map((event, i) => {
        const known = this.#records[start + i] ?? streamRecordOf(event, start + i, services.clock.now());
        this.#records[start + i] = known;
        return known;
      })
      .filter((record) => IS_WANTED[reader]?.(record));
  }

  /** Redelivers messages that are being processed, as SQS may. */
  async handOutAgain(name: QueueName): Promise<void> {
    const { services, invoke } = this.#dependencies;
    const queue = services.queues[name];
    await invoke(QUEUE_READERS[name].reader, { Records: queue.messages.map((message) => queueRecord(queue, message)) });
  }

  async #readQueue(name: QueueName, untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    const { clock, queues } = this.#dependencies.services;
    const { reader, mapping } = QUEUE_READERS[name];
    const invoke = this.#invokeOf(reader);
    const deliver = () =>
      deliverMessages({ queue: queues[name], mapping, invoke, now: Math.min(clock.now(), untilMs) });
    while (await deliver()) if (++this.#batches > BATCHES_MAX) throw new Error('the queue never becomes empty');
  }
}

export const NOTIFIER = 'arn:aws:lambda:eu-west-1:1:function:notifySubmission';

/** The bucket of failed records with these in one object, as AWS Lambda writes it. */
export function failedRecordsOf(Records: readonly object[]): FailedRecords {
  const batch = JSON.stringify(invocationRecord(NOTIFIER, Records));
  const names = async function* () {
    if (Records.length > 0) yield 'batch.json';
  };
  return { store: { names, read: async () => batch, remove: async () => undefined }, notifierArn: NOTIFIER };
}
