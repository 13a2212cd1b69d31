import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DynamoDb } from '../aws/dynamodb.ts';
import { makePrivate } from '../process/diskFiles.ts';
import type { StreamRecord } from './streamMapping.ts';
import type { Positions } from './streamTrim.ts';

export interface ShardRecords {
  shard: string;
  records: StreamRecord[];
}

const RECORDS_MAX = 1_000;
/**
 * Shards are listed again after this time, and when none is left to read. Not on each poll: to describe a stream the
 * embedded engine reads all of its records (1.2 ms per thousand), and blocks writes.
 */
const SHARDS_INTERVAL_MS = 60_000;
/** Minimum length of the checkpoint file: a disk page, so that new contents cover old ones. */
const CHECKPOINTS_BYTES_MIN = 4_096;

/** Reads a stream's shards from their checkpoints, which are kept in a file. */
export class StreamCursor {
  readonly #db: DynamoDb;
  readonly #streamArn: string;
  readonly #file: string;
  /** Sequence number of the last processed record of each shard. */
  readonly #done: Record<string, string>;
  readonly #iterators = new Map<string, string>();
  readonly #ended = new Set<string>();
  #listedAt = Number.NEGATIVE_INFINITY;
  #isSaved = true;
  #onDisk: Positions;
  #isBehind = false;

  constructor(db: DynamoDb, streamArn: string, file: string) {
    this.#db = db;
    this.#streamArn = streamArn;
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    makePrivate(file);
    this.#done = readCheckpoints(file, streamArn);
    this.#onDisk = { ...this.#done };
    writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  }

  /** True if the last poll returned a full response, so more records are waiting. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  async *next(): AsyncGenerator<ShardRecords> {
    this.#isBehind = false;
    if (this.#iterators.size === 0 || Date.now() - this.#listedAt > SHARDS_INTERVAL_MS) await this.#openShards();
    for (const [shard, ShardIterator] of this.#iterators) {
      const { Records, NextShardIterator } = await this.#call<{
        Records: StreamRecord[];
        NextShardIterator?: string | null;
      }>('GetRecords', { ShardIterator, Limit: RECORDS_MAX });
      if (NextShardIterator) this.#iterators.set(shard, NextShardIterator);
      else this.#end(shard);
      this.#isBehind ||= Records.length === RECORDS_MAX;
      if (Records.length > 0) yield { shard, records: Records };
    }
  }

  /** Moves a shard's checkpoint to this record; `save` writes it to disk. */
  pass(shard: string, record: StreamRecord): void {
    this.#done[shard] = record.dynamodb.SequenceNumber;
    this.#isSaved = false;
  }

  /**
   * Overwrites the file with a single write, which a kill cannot split. Replacing the file would block this process for
   * 3 to 7 ms. If a power failure damages it, the stream is read from its start.
   */
  save(): void {
    if (this.#isSaved) return;
    const text = JSON.stringify({ streamArn: this.#streamArn, done: this.#done });
    writeFileSync(this.#file, text.padEnd(CHECKPOINTS_BYTES_MIN), { flag: 'r+' });
    this.#isSaved = true;
    this.#onDisk = { ...this.#done };
  }

  /** The checkpoints on disk. */
  get saved(): Positions {
    return this.#onDisk;
  }

  /** Returns to the checkpoints: records handed out since are delivered again. */
  rewind(): void {
    this.#iterators.clear();
    this.#ended.clear();
  }

  async #openShards(): Promise<void> {
    const { StreamDescription } = await this.#call<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
      'DescribeStream',
      { StreamArn: this.#streamArn },
    );
    this.#listedAt = Date.now();
    for (const { ShardId } of StreamDescription.Shards) {
      if (!this.#iterators.has(ShardId) && !this.#ended.has(ShardId)) await this.#openShard(ShardId);
    }
  }

  async #openShard(ShardId: string): Promise<void> {
    const after = this.#done[ShardId];
    const start =
      after === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after };
    const { ShardIterator } = await this.#call<{ ShardIterator: string }>('GetShardIterator', {
      StreamArn: this.#streamArn,
      ShardId,
      ...start,
    });
    this.#iterators.set(ShardId, ShardIterator);
  }

  /** Closed shards have been replaced by new ones. */
  #end(shard: string): void {
    this.#iterators.delete(shard);
    this.#ended.add(shard);
    this.#listedAt = Number.NEGATIVE_INFINITY;
  }

  #call<T>(action: string, input: unknown): Promise<T> {
    return this.#db.call<T>(`DynamoDBStreams_20120810.${action}`, input);
  }
}

/** Checkpoints of a previous table's stream do not count, because shard ids can repeat. */
function readCheckpoints(file: string, streamArn: string): Record<string, string> {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { streamArn?: string; done: Record<string, string> };
    return kept.streamArn === streamArn ? kept.done : {};
  } catch {
    return {};
  }
}
