import { join } from 'node:path';
import type { DynamoDb } from '../aws/dynamodb.ts';
import type { LocalFunction } from '../functions/functions.ts';
import { Loop } from '../process/loop.ts';
import { type ShardRecords, StreamCursor } from './streamCursor.ts';
import { deliverRecords, filterOf, invocationRecord, type StreamMapping, type StreamRecord } from './streamMapping.ts';
import type { Positions } from './streamTrim.ts';

interface StreamSourceParts {
  streamArn: string;
  mapping: StreamMapping;
  target: LocalFunction;
  folder: string;
  putObject: PutObject;
  /** Seconds by which the clock is ahead of the engine's. */
  aheadS?: Int32Array | undefined;
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
  readonly #aheadS: Int32Array | undefined;
  readonly #cursor: StreamCursor;
  readonly #isWanted: (record: StreamRecord) => boolean;
  readonly #loop: Loop;
  /** Records for this function in the last poll. */
  #found = 0;

  constructor(db: DynamoDb, { streamArn, mapping, target, folder, putObject, aheadS }: StreamSourceParts) {
    this.#db = db;
    this.#streamArn = streamArn;
    this.#mapping = mapping;
    this.#target = target;
    this.#putObject = putObject;
    this.#cursor = new StreamCursor(db, streamArn, join(folder, 'checkpoints', `${target.name}.json`));
    this.#aheadS = aheadS;
    this.#loop = new Loop(`The stream reader of ${target.name}`, () => this.#cursor.rewind());
    this.#isWanted = filterOf(mapping);
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
    const wanted = records.filter(this.#isWanted).map(this.#withOwnTime);
    this.#found += wanted.length;
    const left = new Set(wanted.map(({ dynamodb }) => dynamodb.SequenceNumber));
    await deliverRecords(wanted, {
      mapping: this.#mapping,
      streamArn: this.#streamArn,
      invoke: (event) => this.#target.invoke(event),
      pause: (retry) => this.#loop.pause(Math.min(RETRY_WAIT_MS * 2 ** (retry - 1), RETRY_WAIT_MAX_MS)),
      hasStopped: () => this.#stopped,
      onDone: (done) => {
        for (const { dynamodb } of done) left.delete(dynamodb.SequenceNumber);
        const next = records.findIndex(({ dynamodb }) => left.has(dynamodb.SequenceNumber));
        const passed = records.slice(0, next === -1 ? undefined : next).at(-1);
        if (passed) this.#cursor.pass(shard, passed);
        this.#cursor.save();
      },
      putAside: (rest) => this.#putAside(rest),
    });
    if (!this.#stopped) this.#cursor.pass(shard, records.at(-1) as StreamRecord);
  }

  /** The engine knows the machine's time only. */
  #withOwnTime = (record: StreamRecord): StreamRecord => {
    const { ApproximateCreationDateTime: atS } = record.dynamodb;
    const aheadS = this.#aheadS?.[0] ?? 0;
    if (aheadS === 0 || atS === undefined) return record;
    return { ...record, dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: atS + aheadS } };
  };

  /** Stores AWS Lambda's invocation record in the template's on-failure bucket. */
  async #putAside(records: StreamRecord[]): Promise<void> {
    const bucket = this.#mapping.DestinationConfig?.OnFailure.Destination.split(':').at(-1) ?? '';
    const key = `${this.#target.name}-${records[0]?.dynamodb.SequenceNumber ?? ''}.json`;
    await this.#putObject(bucket, key, JSON.stringify(invocationRecord(this.#target.arn, records)));
    const keys = records.map(({ dynamodb }) => JSON.stringify(dynamodb.Keys)).join(', ');
    console.error(`${this.#target.name} failed for good with stream records kept in ${bucket} as ${key}: ${keys}`);
  }
}
