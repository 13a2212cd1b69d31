import type { DynamoDBBatchResponse, SQSBatchResponse } from 'aws-lambda';
import { matches } from '../../../infra/local/events/eventPattern.ts';
import { deliverBatch, handledCount } from '../../../infra/local/events/streamMapping.ts';
import { patternsFor } from '../../../shared/changes/kinds.ts';
import { STREAM_BATCH_SIZE, STREAM_RETRIES } from '../../../shared/deliveries/timing.ts';
import { DUE_MESSAGES } from '../../../shared/storage/partitions.ts';
import type { StreamEvent } from './memoryItems.ts';
import type { QueuedMessage } from './queue.ts';
import type { QueueName, Services } from './services.ts';
import { encoded } from './wire.ts';

export type InvocationOutcome = { value: unknown } | { error: unknown } | 'died';

/** Between two deliveries of the same records; several of these outlast a lease. */
const RETRY_MS = 10_000;

/** The stream's readers. Indexing retries longer, which would never end here. */
const READERS = {
  indexSubmissions: { patterns: patternsFor('indexSubmissions'), batchSize: 100, retries: 9 },
  notifySubmission: {
    patterns: patternsFor('notifySubmission'),
    batchSize: STREAM_BATCH_SIZE,
    retries: STREAM_RETRIES,
  },
};
type Reader = keyof typeof READERS;
const READER_NAMES = Object.keys(READERS) as Reader[];
const FROM_THE_START = { indexSubmissions: 0, notifySubmission: 0 };

export const sqsRecord = ({ id, body, receives }: QueuedMessage, queue: QueueName) => ({
  messageId: id,
  receiptHandle: id,
  body,
  attributes: { ApproximateReceiveCount: String(receives) },
  eventSourceARN: `arn:aws:sqs:eu-west-1:1:${queue}`,
});

const QUEUE_READERS = {
  removal: { reader: 'purgeEndpoint', batchSize: 1 },
  training: { reader: 'trainFilter', batchSize: 1 },
  mail: { reader: 'notifySubmission', batchSize: 1 },
  webhook: { reader: 'sendWebhook', batchSize: 10 },
  failingWebhook: { reader: 'sendWebhook', batchSize: 10 },
} satisfies Record<QueueName, object>;
const QUEUE_NAMES = Object.keys(QUEUE_READERS) as QueueName[];

export interface StreamRecord {
  eventName: string;
  dynamodb: {
    SequenceNumber: string;
    Keys: object;
    NewImage?: object;
    OldImage?: object;
    ApproximateCreationDateTime: number;
  };
}

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
      if (inTable <= services.clock.now()) await this.#dependencies.invoke('sendWebhook', { look: 'due' });
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

  async #deliver(reader: Reader, records: StreamRecord[]): Promise<void> {
    const { batchSize, retries } = READERS[reader];
    for (let i = 0; i < records.length; i += batchSize) {
      await deliverBatch(records.slice(i, i + batchSize), {
        retries,
        bisects: true,
        attempt: (batch) => this.#attempt(reader, batch),
        pause: () => this.#dependencies.services.clock.advance(RETRY_MS),
        giveUp: (rest) => void this.failedRecords[reader].push(...rest),
      });
    }
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
      .filter((record) => READERS[reader].patterns.some((pattern) => matches(record, pattern)));
  }

  /** @returns how many records from the start are done; `none` if the function failed */
  async #attempt(reader: Reader, Records: StreamRecord[]): Promise<number | 'none'> {
    const outcome = await this.#dependencies.invoke(reader, { Records });
    if (outcome === 'died' || 'error' in outcome) return 'none';
    return handledCount(Records, (outcome.value as DynamoDBBatchResponse).batchItemFailures);
  }

  /** Redelivers messages that are being processed, as SQS may. */
  async handOutAgain(name: QueueName): Promise<void> {
    const { services, invoke } = this.#dependencies;
    const Records = services.queues[name].messages.map((message) => sqsRecord(message, name));
    await invoke(QUEUE_READERS[name].reader, { Records });
  }

  async #readQueue(name: QueueName, untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    const { services, invoke } = this.#dependencies;
    const { clock } = services;
    const queue = services.queues[name];
    const { reader, batchSize } = QUEUE_READERS[name];
    const receive = () => queue.receiveAll(Math.min(clock.now(), untilMs), batchSize);
    for (let batch = receive(); batch.length > 0; batch = receive()) {
      const outcome = await invoke(reader, { Records: batch.map((message) => sqsRecord(message, name)) });
      if (outcome === 'died' || 'error' in outcome) continue;
      const { batchItemFailures = [] } = (outcome.value ?? {}) as Partial<SQSBatchResponse>;
      const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
      for (const message of batch) if (!failed.includes(message.id)) queue.delete(message);
    }
  }
}
