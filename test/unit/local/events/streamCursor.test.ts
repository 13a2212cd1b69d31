import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { DynamoDb } from '../../../../local/aws/dynamodb.ts';
import { type ShardRecords, StreamCursor } from '../../../../local/events/streamCursor.ts';
import type { StreamRecord } from '../../../../local/events/streamMapping.ts';
import { newDataFolder, removeFolder } from '../../../support/cloud/cloudProcess.ts';

let folder: string;
beforeEach(() => {
  folder = newDataFolder();
});
afterEach(() => removeFolder(folder));

const fileOf = () => join(folder, 'checkpoints', 'reader.json');
const record = (number: number): StreamRecord => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: String(number), Keys: {} },
});

interface Shard {
  ShardId: string;
  numbers: number[];
  isClosed?: boolean;
}

/** A stream of these shards; an iterator is a shard and the last number before it. */
class FakeStream {
  readonly shards: Shard[];
  readonly actions: string[] = [];

  constructor(...shards: Shard[]) {
    this.shards = shards;
  }

  get db(): DynamoDb {
    return { call: async (target: string, input: object) => this.#call(target, input) } as unknown as DynamoDb;
  }

  #call(target: string, input: { ShardId?: string; SequenceNumber?: string; ShardIterator?: string; Limit?: number }) {
    const action = target.split('.')[1] ?? '';
    this.actions.push(action);
    if (action === 'DescribeStream') return { StreamDescription: { Shards: this.shards } };
    if (action === 'GetShardIterator') return { ShardIterator: `${input.ShardId}:${input.SequenceNumber ?? 0}` };
    return this.#records(input.ShardIterator ?? '', input.Limit);
  }

  #records(iterator: string, limit?: number) {
    const [ShardId = '', after = '0'] = iterator.split(':');
    const { numbers = [], isClosed } = this.shards.find((shard) => shard.ShardId === ShardId) ?? {};
    const found = numbers.filter((number) => number > Number(after)).slice(0, limit);
    const isAtEnd = (found.at(-1) ?? Number(after)) === numbers.at(-1);
    return {
      Records: found.map(record),
      NextShardIterator: isClosed && isAtEnd ? null : `${ShardId}:${found.at(-1) ?? after}`,
    };
  }
}

const open = (stream: FakeStream, arn = 'arn') => new StreamCursor(stream.db, arn, fileOf());

async function look(cursor: StreamCursor, handle: (found: ShardRecords) => void = () => undefined) {
  const found: Record<string, number[]> = {};
  for await (const next of cursor.next()) {
    found[next.shard] = next.records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));
    handle(next);
  }
  return found;
}

describe('a stream', () => {
  test('needs one request per poll once it has an iterator', async () => {
    const stream = new FakeStream({ ShardId: 'a', numbers: [1, 2] });
    const cursor = open(stream);
    expect(await look(cursor)).toEqual({ a: [1, 2] });
    stream.shards[0]?.numbers.push(3);
    expect(await look(cursor)).toEqual({ a: [3] });
    expect(await look(cursor)).toEqual({});
    expect(stream.actions).toEqual(['DescribeStream', 'GetShardIterator', 'GetRecords', 'GetRecords', 'GetRecords']);
  });

  test('continues in the child shards of a closed shard, which is not read again', async () => {
    const stream = new FakeStream({ ShardId: 'a', numbers: [1], isClosed: true });
    const cursor = open(stream);
    expect(await look(cursor)).toEqual({ a: [1] });
    stream.shards.push({ ShardId: 'b', numbers: [2] });
    expect(await look(cursor)).toEqual({ b: [2] });
    expect(stream.actions.filter((action) => action === 'GetRecords')).toHaveLength(2);
  });

  test('is polled again if it has no shard yet', async () => {
    const stream = new FakeStream();
    const cursor = open(stream);
    expect(await look(cursor)).toEqual({});
    stream.shards.push({ ShardId: 'a', numbers: [1] });
    expect(await look(cursor)).toEqual({ a: [1] });
  });

  test('is read 1,000 records at a time; a full response reports that there are more', async () => {
    const cursor = open(new FakeStream({ ShardId: 'a', numbers: Array.from({ length: 1_001 }, (_, i) => i + 1) }));
    expect((await look(cursor)).a).toHaveLength(1_000);
    expect(cursor.isBehind).toBe(true);
    expect(await look(cursor)).toEqual({ a: [1_001] });
    expect(cursor.isBehind).toBe(false);
  });
});

describe('a processed position', () => {
  test('is stored in the file, and not returned to another cursor', async () => {
    const stream = new FakeStream({ ShardId: 'a', numbers: [1, 2, 3] });
    const cursor = open(stream);
    await look(cursor, ({ shard, records }) => cursor.pass(shard, records[1] as StreamRecord));
    cursor.save();
    expect(JSON.parse(readFileSync(fileOf(), 'utf8'))).toEqual({ streamArn: 'arn', done: { a: '2' } });
    expect(await look(open(stream))).toEqual({ a: [3] });
    // The shards of a recreated table have the same names.
    expect(await look(open(stream, 'arn of another stream'))).toEqual({ a: [1, 2, 3] });
  });

  test('is where a cursor resumes, so that unprocessed records are redelivered', async () => {
    const cursor = open(new FakeStream({ ShardId: 'a', numbers: [1, 2, 3] }));
    await look(cursor, ({ shard, records }) => cursor.pass(shard, records[0] as StreamRecord));
    cursor.rewind();
    expect(await look(cursor)).toEqual({ a: [2, 3] });
  });
});
