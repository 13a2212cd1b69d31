import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import { matches } from '../../../infra/local/events/eventPattern.ts';
import { itemBytes } from '../../../shared/storage/itemBytes.ts';
import { type StreamRecord, streamRecordOf } from '../../support/simulator/eventSources.ts';
import type { MemoryItems, StreamEvent } from '../../support/simulator/memoryItems.ts';
import { handledCount } from '../../support/simulator/streamMapping.ts';
import { POLL_MS, STREAM_READ_MAX } from './awsLimits.ts';
import type { Lambda } from './lambda.ts';
import { sum } from './partitions.ts';

interface ShardRecord {
  record: StreamRecord;
  /** Identifies the item. */
  name: string;
  bytes: number;
  writtenAt: number;
}

/**
 * The stream of the partition that receives the posts, which is one shard. The others have no records that pass the
 * filters.
 */
export class Shard {
  readonly #items: MemoryItems;
  readonly #partition: string;
  readonly #now: () => number;
  readonly #records: ShardRecord[] = [];

  constructor(items: MemoryItems, partition: string, now: () => number) {
    this.#items = items;
    this.#partition = partition;
    this.#now = now;
  }

  get length(): number {
    this.#take();
    return this.#records.length;
  }

  /** Records from a position on, as `GetRecords` returns them. */
  read(from: number): ShardRecord[] {
    this.#take();
    const records: ShardRecord[] = [];
    for (let bytes = 0; records.length < STREAM_READ_MAX.records; ) {
      const next = this.#records[from + records.length];
      if (next === undefined || bytes + next.bytes > STREAM_READ_MAX.bytes) break;
      bytes += next.bytes;
      records.push(next);
    }
    return records;
  }

  #take(): void {
    const { events } = this.#items;
    for (const event of events)
      if (event.PK === this.#partition) this.#records.push(this.#recordOf(event, this.#records.length));
    events.length = 0;
  }

  #recordOf(event: StreamEvent, position: number): ShardRecord {
    const { PK, SK, item = {}, before = {} } = event;
    const record = streamRecordOf(event, position, this.#now());
    return { record, name: SK, bytes: sum([{ PK, SK }, item, before].map(itemBytes)), writtenAt: this.#now() };
  }
}

export interface ReaderOptions {
  shard: Shard;
  reader: Lambda;
  batchSize: number;
  /** How long an incomplete batch waits for further records. */
  windowMs: number;
  parallelBatches: number;
  patterns: Parameters<typeof matches>[1][];
  now: () => number;
}

interface Lane {
  waiting: ShardRecord[];
  /** When the first of these started to wait. */
  since: number;
  isBusy: boolean;
}

/**
 * Reads a shard as AWS Lambda's event source mappings do: four times a second, into as many lanes as there are parallel
 * batches. All records of an item are in the same lane, which handles one batch at a time.
 */
export class ShardReader {
  readonly #options: ReaderOptions;
  readonly #lanes: Lane[];
  #position = 0;
  #handled = 0;
  /** The longest time from a write to the end of the invocation that handled its record. */
  lagMs = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#lanes = Array.from({ length: options.parallelBatches }, () => ({ waiting: [], since: 0, isBusy: false }));
  }

  get isDone(): boolean {
    return this.#handled === this.#options.shard.length;
  }

  /** Reads until `hasEnded` is true and all records are handled. */
  async run(hasEnded: () => boolean): Promise<void> {
    const { shard, patterns, batchSize } = this.#options;
    for (; !hasEnded() || !this.isDone; await sleep(POLL_MS)) {
      const waiting = this.#lanes.reduce((sum, lane) => sum + lane.waiting.length, 0);
      if (waiting > batchSize * this.#lanes.length) continue;
      const records = shard.read(this.#position);
      this.#position += records.length;
      for (const each of records) {
        if (patterns.some((pattern) => matches(each.record, pattern))) this.#add(each);
        else this.#handled++;
      }
      for (const lane of this.#lanes) if (!lane.isBusy) void this.#handle(lane);
    }
  }

  #add(record: ShardRecord): void {
    const hash = createHash('sha256').update(record.name).digest().readUInt32BE();
    const lane = this.#lanes[hash % this.#lanes.length] as Lane;
    if (lane.waiting.push(record) === 1) lane.since = this.#options.now();
  }

  #isReady({ waiting, since }: Lane): boolean {
    const { batchSize, windowMs, now } = this.#options;
    return waiting.length >= batchSize || (waiting.length > 0 && now() >= since + windowMs);
  }

  async #handle(lane: Lane): Promise<void> {
    const { reader, batchSize, now } = this.#options;
    lane.isBusy = true;
    while (this.#isReady(lane)) {
      const batch = lane.waiting.slice(0, batchSize);
      const Records = batch.map(({ record }) => record);
      const { batchItemFailures } = (await reader.invoke({ Records })) as DynamoDBBatchResponse;
      const failed = batchItemFailures.map(({ itemIdentifier }) =>
        Records.find(({ dynamodb }) => dynamodb.SequenceNumber === itemIdentifier),
      );
      const handled = handledCount<StreamRecord | undefined>(Records, failed);
      lane.waiting.splice(0, handled);
      lane.since = now();
      this.#handled += handled;
      for (const { writtenAt } of batch.slice(0, handled)) this.lagMs = Math.max(this.lagMs, now() - writtenAt);
    }
    lane.isBusy = false;
  }
}
