import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { DynamoDb } from '../../../../../infra/local/aws/dynamodb.ts';
import { Changes } from '../../../../../infra/local/changes.ts';
import type { StreamRecord } from '../../../../../infra/local/events/streamCursor.ts';
import { StreamSource } from '../../../../../infra/local/events/streamSource.ts';
import type { LocalFunction } from '../../../../../infra/local/functions/functions.ts';
import { FUNCTION_EVENT_BYTES_MAX } from '../../../../../shared/runtime/awsLimits.ts';
import { newDataFolder, removeFolder } from '../../../../support/cloudProcess.ts';

let folder: string;
let source: StreamSource;
beforeEach(() => {
  folder = newDataFolder();
});
afterEach(async () => {
  await source.stop();
  removeFolder(folder);
});

type NumberedRecord = [partition: string, number: number, bytes?: number];
const recordOf = ([PK, number, bytes = 0]: NumberedRecord): StreamRecord => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: String(number), Keys: { PK: { S: PK }, SK: { S: 'x'.repeat(bytes) } } },
});

/** The batches in which a function gets a stream's records, as their numbers. */
async function batchesOf(records: NumberedRecord[], BatchSize: number): Promise<number[][]> {
  const left = [records.map(recordOf)];
  const answers: Record<string, () => object> = {
    DescribeStream: () => ({ StreamDescription: { Shards: [{ ShardId: 'shard' }] } }),
    GetShardIterator: () => ({ ShardIterator: 'start' }),
    GetRecords: () => ({ Records: left.shift() ?? [], NextShardIterator: 'next' }),
  };
  const db = { writes: new Changes(), call: async (target: string) => answers[target.split('.')[1] ?? '']?.() };
  const batches: number[][] = [];
  await new Promise<void>((resolve) => {
    const invoke = async ({ Records }: { Records: StreamRecord[] }) => {
      batches.push(Records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber)));
      if (batches.flat().length === records.length) resolve();
      return { payload: 'null' };
    };
    const target = { name: 'reader', invoke } as unknown as LocalFunction;
    const mapping = { BatchSize, MaximumRetryAttempts: 0 };
    const parts = { streamArn: 'stream', mapping, target, folder, putObject: async () => undefined };
    source = new StreamSource(db as unknown as DynamoDb, parts);
    source.start();
  });
  return batches;
}

test('records of one partition keep their order, those of different ones do not', async () => {
  const numbers = (
    await batchesOf(
      [
        ['A', 1],
        ['B', 2],
        ['A', 3],
        ['B', 4],
      ],
      10,
    )
  ).flat();
  expect(numbers).not.toEqual([1, 2, 3, 4]);
  expect(numbers.filter((number) => number % 2 === 1)).toEqual([1, 3]);
  expect(numbers.filter((number) => number % 2 === 0)).toEqual([2, 4]);
});

test('a batch ends by the number of records, and by the bytes of an event', async () => {
  const third = Math.floor(FUNCTION_EVENT_BYTES_MAX / 3);
  expect(
    await batchesOf(
      [
        ['A', 1],
        ['A', 2],
        ['A', 3],
      ],
      2,
    ),
  ).toEqual([[1, 2], [3]]);
  await source.stop();
  const large: NumberedRecord[] = [
    ['A', 1, third],
    ['A', 2, third],
    ['A', 3, third],
    ['A', 4],
  ];
  expect(await batchesOf(large, 10)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});
