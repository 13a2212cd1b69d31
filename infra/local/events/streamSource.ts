import { join } from 'node:path';
import { FUNCTION_EVENT_BYTES_MAX } from '../../../shared/runtime/awsLimits.ts';
import type { DynamoDb } from '../aws/dynamodb.ts';
import type { LocalFunction } from '../functions/functions.ts';
import { Loop } from '../loop.ts';
import { matches } from './eventPattern.ts';
import { type ShardRecords, StreamCursor, type StreamRecord } from './streamCursor.ts';
import { deliverBatch, handledCount } from './streamMapping.ts';
import type { Positions } from './streamTrim.ts';

export interface StreamMapping {
  BatchSize: number;
  MaximumBatchingWindowInSeconds?: number;
  MaximumRetryAttempts: number;
  MaximumRecordAgeInSeconds?: number;
  BisectBatchOnFunctionError?: boolean;
  FunctionResponseTypes?: string[];
  FilterCriteria?: { Filters: { Pattern: string }[] };
  DestinationConfig?: { OnFailure: { Destination: string } };
}

interface StreamSourceParts {
  streamArn: string;
  mapping: StreamMapping;
  target: LocalFunction;
  folder: string;
  putObject: PutObject;
}

/** Delay from a write to the poll: short enough not to be noticed, long enough to batch changes. */
const BATCHING_MS = 100;
/** A poll that finds this many records is followed by a longer delay, so that more of them share an invocation. */
const BUSY_RECORDS = 10;
const BUSY_BATCHING_MS = 500;
/** Poll interval for changes made without a write here: TTL removals, and other writers to an external engine. */
const LOOK_INTERVAL_MS = 1_000;
const RETRY_WAIT_MS = 200;
const RETRY_WAIT_MAX_MS = 10_000;

/** What the event adds to each record, such as the stream's ARN. */
const RECORD_OVERHEAD_BYTES = 1_000;

export type PutObject = (bucket: string, key: string, content: string) => Promise<unknown>;

/**
 * Reads a stream for one function as AWS Lambda does: in order, at least once, with retries, bisection and an
 * on-failure destination.
 */
export class StreamSource {
  readonly #db: DynamoDb;
  readonly #streamArn: string;
  readonly #mapping: StreamMapping;
  readonly #target: LocalFunction;
  readonly #putObject: PutObject;
  readonly #cursor: StreamCursor;
  readonly #patterns: Parameters<typeof matches>[1][] | undefined;
  readonly #loop: Loop;
  /** Records for this function in the last poll. */
  #found = 0;

  constructor(db: DynamoDb, { streamArn, mapping, target, folder, putObject }: StreamSourceParts) {
    this.#db = db;
    this.#streamArn = streamArn;
    this.#mapping = mapping;
    this.#target = target;
    this.#putObject = putObject;
    this.#cursor = new StreamCursor(db, streamArn, join(folder, 'checkpoints', `${target.name}.json`));
    this.#loop = new Loop(`The stream reader of ${target.name}`, () => this.#cursor.rewind());
    this.#patterns = mapping.FilterCriteria?.Filters.map(({ Pattern }) => JSON.parse(Pattern));
  }

  start(): void {
    this.#loop.start(() => this.#step());
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  get positions(): Positions {
    return this.#cursor.saved;
  }

  get #stopped(): boolean {
    return this.#loop.signal.aborted;
  }

  async #step(): Promise<void> {
    const seen = this.#db.writes.count;
    this.#found = 0;
    for await (const found of this.#cursor.next()) await this.#handle(found);
    this.#cursor.save();
    if (!this.#cursor.isBehind) await this.#untilWritten(seen);
  }

  async #untilWritten(seen: number): Promise<void> {
    await this.#db.writes.after(seen, LOOK_INTERVAL_MS, this.#loop.signal);
    await this.#loop.pause(this.#found < BUSY_RECORDS ? BATCHING_MS : BUSY_BATCHING_MS);
  }

  async #handle({ shard, records }: ShardRecords): Promise<void> {
    const wanted = records.filter((record) => this.#isWanted(record));
    this.#found += wanted.length;
    const left = new Set(wanted);
    for (const batch of batchesOf(inTwoShards(wanted), this.#mapping.BatchSize)) {
      await this.#deliver(batch, (done) => {
        for (const record of done) left.delete(record);
      });
      const next = records.findIndex((record) => left.has(record));
      const done = records.slice(0, next === -1 ? undefined : next).at(-1);
      if (done) this.#cursor.pass(shard, done);
      this.#cursor.save();
      if (this.#stopped) return;
    }
    this.#cursor.pass(shard, records.at(-1) as StreamRecord);
  }

  #isWanted(record: StreamRecord): boolean {
    return this.#patterns === undefined || this.#patterns.some((pattern) => matches(record, pattern));
  }

  /** @param onDone called with records that need no more delivery */
  #deliver(batch: StreamRecord[], onDone: (records: StreamRecord[]) => void): Promise<void> {
    const { MaximumRetryAttempts, MaximumRecordAgeInSeconds, BisectBatchOnFunctionError = false } = this.#mapping;
    return deliverBatch(batch, {
      retries: MaximumRetryAttempts,
      recordAgeMaxS: MaximumRecordAgeInSeconds,
      bisects: BisectBatchOnFunctionError,
      attempt: async (records) => {
        const count = await this.#attempt(records);
        if (count !== 'none') onDone(records.slice(0, count));
        return count;
      },
      pause: (retry) => this.#loop.pause(Math.min(RETRY_WAIT_MS * 2 ** (retry - 1), RETRY_WAIT_MAX_MS)),
      hasStopped: () => this.#stopped,
      giveUp: async (rest) => {
        await this.#putAside(rest);
        onDone(rest);
      },
    });
  }

  /** @returns how many leading records succeeded; `none` when the function failed as a whole */
  async #attempt(records: StreamRecord[]): Promise<number | 'none'> {
    const Records = records.map((record) => ({ ...record, eventSourceARN: this.#streamArn }));
    const result = await this.#target.invoke({ Records });
    if ('error' in result) return 'none';
    if (!this.#mapping.FunctionResponseTypes?.includes('ReportBatchItemFailures')) return records.length;
    return handledCount(records, (JSON.parse(result.payload) as BatchResponse | null)?.batchItemFailures ?? []);
  }

  /** Stores AWS Lambda's invocation record in the template's on-failure bucket. */
  async #putAside(records: StreamRecord[]): Promise<void> {
    const bucket = this.#mapping.DestinationConfig?.OnFailure.Destination.split(':').at(-1) ?? '';
    const key = `${this.#target.name}-${records[0]?.dynamodb.SequenceNumber ?? ''}.json`;
    const invocation = {
      requestContext: { functionArn: this.#target.arn, condition: 'RetryAttemptsExhausted' },
      timestamp: new Date().toISOString(),
      payload: JSON.stringify({ Records: records }),
    };
    await this.#putObject(bucket, key, JSON.stringify(invocation));
    const keys = records.map(({ dynamodb }) => JSON.stringify(dynamodb.Keys)).join(', ');
    console.error(`${this.#target.name} failed for good with stream records kept in ${bucket} as ${key}: ${keys}`);
  }
}

/**
 * Only records of the same item come in order (Amazon DynamoDB, "Change data capture for DynamoDB Streams"): those of
 * other partitions may be in a shard that is read sooner or later. Here, half of the partitions come first.
 */
function inTwoShards(records: StreamRecord[]): StreamRecord[] {
  const isOfFirst = ({ dynamodb }: StreamRecord) => {
    const { PK } = dynamodb.Keys as { PK?: { S?: string } };
    return (PK?.S?.charCodeAt(PK.S.length - 1) ?? 0) % 2 === 0;
  };
  return [...records.filter(isOfFirst), ...records.filter((record) => !isOfFirst(record))];
}

/** Batches of at most this many records that fit into an event, as AWS Lambda forms them ("Batching behavior"). */
function batchesOf(records: StreamRecord[], recordsMax: number): StreamRecord[][] {
  const batches: StreamRecord[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const record of records) {
    const more = Buffer.byteLength(JSON.stringify(record)) + RECORD_OVERHEAD_BYTES;
    bytes += more;
    if (bytes > FUNCTION_EVENT_BYTES_MAX || batches.at(-1)?.length === recordsMax) {
      batches.push([]);
      bytes = more;
    }
    batches.at(-1)?.push(record);
  }
  return batches;
}

interface BatchResponse {
  batchItemFailures?: { itemIdentifier: string }[];
}
