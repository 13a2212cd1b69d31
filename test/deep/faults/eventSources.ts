import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, SQSBatchResponse } from 'aws-lambda';
import {
  COUNTED_SUBMISSIONS,
  NEW_SUBMISSIONS,
  REMOVED_ENDPOINTS,
} from '../../../infra/constructs/background/streamPatterns.ts';
import { matches } from '../../../infra/local/events/eventPattern.ts';
import { STREAM_BATCH_SIZE, STREAM_RETRIES } from '../../../shared/notifications/timing.ts';
import type { Clock } from './clock.ts';
import type { InvocationOutcome } from './instance.ts';
import type { QueueName, Services } from './services.ts';
import type { QueuedMessage } from './simulatedQueue.ts';

interface StreamMapping {
  patterns: Parameters<typeof matches>[1][];
  batchSize: number;
  /** After the first attempt at a batch that is not split further. */
  retries: number;
}

/** The stream's readers: upkeep is tried for longer, which here would mean that it never comes to an end. */
const READERS = {
  indexSubmissions: { patterns: [COUNTED_SUBMISSIONS, REMOVED_ENDPOINTS], batchSize: 100, retries: 9 },
  notifySubmission: { patterns: [NEW_SUBMISSIONS], batchSize: STREAM_BATCH_SIZE, retries: STREAM_RETRIES },
} satisfies Record<string, StreamMapping>;
type Reader = keyof typeof READERS;
const READER_NAMES = Object.keys(READERS) as Reader[];
const FROM_THE_START = { indexSubmissions: 0, notifySubmission: 0 };

/** The queues' readers get one message at a time. */
const QUEUE_READERS = {
  purge: { reader: 'purgeEndpoint', eventOf: ({ body }: QueuedMessage): unknown => ({ Records: [{ body }] }) },
  notifications: {
    reader: 'notifySubmission',
    eventOf: ({ id, body, receives }: QueuedMessage): unknown => ({
      Records: [{ messageId: id, body, attributes: { ApproximateReceiveCount: String(receives) } }],
    }),
  },
} satisfies Record<QueueName, object>;
const QUEUE_NAMES = Object.keys(QUEUE_READERS) as QueueName[];

/** Between two deliveries of the same records; several of them outlast a lease on a notification. */
const RETRY_MS = 10_000;
/** Messages of a run, after which it is taken for one that never ends. */
const MESSAGES_MAX = 1_000;

export interface StreamRecord {
  eventName: string;
  dynamodb: { SequenceNumber: string; Keys: object; NewImage?: object; ApproximateCreationDateTime: number };
}

export interface EventSourcesDependencies {
  services: Services;
  clock: Clock;
  invoke: (name: string, event: unknown) => Promise<InvocationOutcome>;
}

/** Brings the functions what happens in the table and in the queues, as AWS Lambda's event source mappings do. */
export class EventSources {
  /** Stream records with which a reader failed for good. */
  readonly failedRecords: Record<Reader, StreamRecord[]> = { indexSubmissions: [], notifySubmission: [] };
  readonly #dependencies: EventSourcesDependencies;
  readonly #positions: Record<Reader, number> = { ...FROM_THE_START };
  /** When each of the stream's events was first seen, in milliseconds since 1970. */
  readonly #seenAt: number[] = [];
  #messages = 0;
  #readMeanwhile: Promise<void> = Promise.resolve();

  constructor(dependencies: EventSourcesDependencies) {
    this.#dependencies = dependencies;
  }

  /** The stream brings everything from its start, which is where it is now when `forget` says so. */
  rewind({ forget = false } = {}): void {
    if (forget) {
      this.#dependencies.services.items.events.length = 0;
      this.#seenAt.length = 0;
    }
    Object.assign(this.#positions, FROM_THE_START);
  }

  /** Lets all readers come to the end of what there is; the clock moves on to what is due later. */
  async settle(): Promise<void> {
    const { clock, services } = this.#dependencies;
    for (;;) {
      for (const reader of READER_NAMES) await this.#readStream(reader);
      for (const name of QUEUE_NAMES) await this.#readQueue(name);
      await this.#readMeanwhile;
      const end = services.items.events.length;
      if (READER_NAMES.some((reader) => this.#positions[reader] < end)) continue;
      const nextDueAt = Math.min(...QUEUE_NAMES.map((name) => services.queues[name].nextDueAt));
      if (nextDueAt === Number.POSITIVE_INFINITY) return;
      clock.advanceTo(nextDueAt);
    }
  }

  /** Brings a reader what is new in the stream, while something else is at work. */
  readMeanwhile(reader: Reader): Promise<void> {
    this.#readMeanwhile = this.#readStream(reader);
    return this.#readMeanwhile;
  }

  async #readStream(reader: Reader): Promise<void> {
    const records = this.#records(reader);
    this.#positions[reader] = this.#dependencies.services.items.events.length;
    const { batchSize } = READERS[reader];
    for (let i = 0; i < records.length; i += batchSize) await this.#deliver(reader, records.slice(i, i + batchSize));
  }

  #records(reader: Reader): StreamRecord[] {
    const { services, clock } = this.#dependencies;
    const start = this.#positions[reader];
    return services.items.events
      .slice(start)
      .map(({ eventName, PK, SK, item }, i) => {
        this.#seenAt[start + i] ??= clock.now();
        return {
          eventName,
          dynamodb: {
            SequenceNumber: String(start + i),
            Keys: marshall({ PK, SK }),
            ...(item ? { NewImage: marshall(item, { removeUndefinedValues: true }) } : {}),
            ApproximateCreationDateTime: Math.floor((this.#seenAt[start + i] ?? 0) / 1_000),
          },
        };
      })
      .filter((record) => READERS[reader].patterns.some((pattern) => matches(record, pattern)));
  }

  /** Again from the first record that was reported, in halves when the function failed; then puts aside what is left. */
  async #deliver(reader: Reader, records: StreamRecord[]): Promise<void> {
    let rest = records;
    for (let attempt = 0; rest.length > 0; attempt++) {
      if (attempt > 0) this.#dependencies.clock.advance(RETRY_MS);
      const done = await this.#attempt(reader, rest);
      rest = rest.slice(done === 'none' ? 0 : done);
      if (done === 'none' && rest.length > 1) {
        const half = Math.ceil(rest.length / 2);
        await this.#deliver(reader, rest.slice(0, half));
        rest = rest.slice(half);
        attempt = -1;
      } else if (attempt >= READERS[reader].retries) {
        this.failedRecords[reader].push(...rest);
        return;
      }
    }
  }

  /** @returns how many records from the start are done; `none` when the function failed */
  async #attempt(reader: Reader, Records: StreamRecord[]): Promise<number | 'none'> {
    const outcome = await this.#dependencies.invoke(reader, { Records });
    if (outcome === 'died' || 'error' in outcome) return 'none';
    const { batchItemFailures } = outcome.value as DynamoDBBatchResponse;
    const positions = batchItemFailures.map(({ itemIdentifier }) =>
      Records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === itemIdentifier),
    );
    return positions.length === 0 ? Records.length : Math.max(0, Math.min(...positions));
  }

  async #readQueue(name: QueueName): Promise<void> {
    const { services, clock, invoke } = this.#dependencies;
    const queue = services.queues[name];
    const { reader, eventOf } = QUEUE_READERS[name];
    for (let message = queue.receive(clock.now()); message; message = queue.receive(clock.now())) {
      if (++this.#messages > MESSAGES_MAX) throw new Error(`the messages of ${reader} never come to an end`);
      const outcome = await invoke(reader, eventOf(message));
      if (outcome === 'died' || 'error' in outcome) continue;
      const { batchItemFailures = [] } = (outcome.value ?? {}) as Partial<SQSBatchResponse>;
      if (batchItemFailures.length === 0) queue.delete(message);
    }
  }
}
