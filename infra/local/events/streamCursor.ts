import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DynamoDb } from '../aws/dynamodb.ts';
import { makePrivate } from '../files.ts';

export interface StreamRecord {
  eventName: string;
  dynamodb: { SequenceNumber: string; Keys: unknown; ApproximateCreationDateTime?: number };
}

/** Records of one shard, in order. */
export interface ShardRecords {
  shard: string;
  records: StreamRecord[];
}

const RECORDS_MAX = 1_000;
/**
 * Shards are listed anew after this time, and whenever none is left to read. Not at every look: the embedded engine
 * goes through all its records to describe a stream (measured: 1.2 ms for each thousand), and holds up writes.
 */
const SHARDS_INTERVAL_MS = 60_000;
/** A page of the disk: checkpoints are so long at least, so that new ones cover the old ones. */
const CHECKPOINTS_BYTES_MIN = 4_096;

/** Follows a stream from where it was left, by its shards' iterators; what was done is kept in a file. */
export class StreamCursor {
  readonly #db: DynamoDb;
  readonly #streamArn: string;
  readonly #file: string;
  /** Sequence number of the last record of each shard that is done with. */
  readonly #done: Record<string, string>;
  readonly #iterators = new Map<string, string>();
  readonly #ended = new Set<string>();
  #listedAt = Number.NEGATIVE_INFINITY;
  #isSaved = true;
  #isBehind = false;

  constructor(db: DynamoDb, streamArn: string, file: string) {
    this.#db = db;
    this.#streamArn = streamArn;
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    makePrivate(file);
    this.#done = readCheckpoints(file, streamArn);
    writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  }

  /** Whether the last look found as much as one answer holds: there is more at once. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** What comes next in each shard that has something new. */
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

  /** Notes that a shard is done with up to this record; `save` puts it into the file. */
  pass(shard: string, record: StreamRecord): void {
    this.#done[shard] = record.dynamodb.SequenceNumber;
    this.#isSaved = false;
  }

  /**
   * In place, by one write that a kill cannot halve. To replace the file instead takes 3 to 7 ms, in which nothing else
   * in this process goes on. After a power failure that damaged it the stream is read from its start.
   */
  save(): void {
    if (this.#isSaved) return;
    this.#isSaved = true;
    const text = JSON.stringify({ streamArn: this.#streamArn, done: this.#done });
    writeFileSync(this.#file, text.padEnd(CHECKPOINTS_BYTES_MIN), { flag: 'r+' });
  }

  /** Goes back to after what is done: whatever was handed out beyond it comes again. */
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

  /** A shard that came to its end has others in its place. */
  #end(shard: string): void {
    this.#iterators.delete(shard);
    this.#ended.add(shard);
    this.#listedAt = Number.NEGATIVE_INFINITY;
  }

  #call<T>(action: string, input: unknown): Promise<T> {
    return this.#db.call<T>(`DynamoDBStreams_20120810.${action}`, input);
  }
}

/** Those of the stream of a table that was there before say nothing: its shards may well have had the same names. */
function readCheckpoints(file: string, streamArn: string): Record<string, string> {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { streamArn?: string; done: Record<string, string> };
    return kept.streamArn === streamArn ? kept.done : {};
  } catch {
    return {};
  }
}
