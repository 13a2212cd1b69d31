import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DynamoDb } from '../../../../local/aws/dynamodb.ts';
import type { StreamRecord } from '../../../../local/events/streamMapping.ts';
import { StreamSource } from '../../../../local/events/streamSource.ts';
import { ChangeSignal } from '../../../../local/process/changeSignal.ts';
import { newDataFolder, removeFolder } from '../../../support/cloud/cloudProcess.ts';
import { fakeFunction } from '../../../support/cloud/fakeFunction.ts';
import { eventually } from '../../../support/cloud/service.ts';

const record = (number: number, PK = 'ENP#1'): StreamRecord => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: String(number), Keys: { PK: { S: PK } } },
});
const records = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => record(first + i));

/** The table whose stream has these records; its iterators are sequence numbers. */
function tableOf(held: StreamRecord[], onCall: (action: string) => void = () => undefined): DynamoDb {
  const call = async (target: string, { SequenceNumber = '0', ShardIterator = '0' }) => {
    const action = target.split('.')[1] ?? '';
    onCall(action);
    if (action === 'DescribeStream') return { StreamDescription: { Shards: [{ ShardId: 'shard' }] } };
    if (action === 'GetShardIterator') return { ShardIterator: SequenceNumber };
    const Records = held.filter(({ dynamodb }) => Number(dynamodb.SequenceNumber) > Number(ShardIterator));
    return { Records, NextShardIterator: Records.at(-1)?.dynamodb.SequenceNumber ?? ShardIterator };
  };
  return { call, writes: new ChangeSignal() } as unknown as DynamoDb;
}

const folders: string[] = [];
let folder: string;
let complaints: ReturnType<typeof jest.spyOn>;
const objects = new Map<string, string>();
const sources: StreamSource[] = [];
beforeEach(() => {
  folder = newDataFolder();
  folders.push(folder);
  complaints = jest.spyOn(console, 'error').mockReturnValue();
});
afterEach(async () => {
  await Promise.all(sources.splice(0).map((source) => source.stop()));
  complaints.mockRestore();
});
afterAll(() => {
  for (const each of folders) removeFolder(each);
});

/** Reads a stream; returns the source and the batches that its function got. */
function read(db: DynamoDb, handle: (numbers: string[]) => unknown = () => undefined, MaximumRetryAttempts = 1) {
  const batches: string[][] = [];
  const target = fakeFunction('reader', (event) => {
    const { Records } = event as { Records: StreamRecord[] };
    batches.push(Records.map(({ dynamodb }) => dynamodb.SequenceNumber));
    return handle(batches.at(-1) ?? []);
  });
  const source = new StreamSource(db, {
    streamArn: 'arn',
    mapping: {
      BatchSize: 2,
      MaximumRetryAttempts,
      DestinationConfig: { OnFailure: { Destination: 'arn:aws:s3:::FailedRecords' } },
    },
    target,
    folder,
    putObject: async (bucket, key, content) => objects.set(`${bucket} ${key}`, content),
  });
  sources.push(source);
  source.start();
  return { source, batches };
}

function checkpoint(): string | undefined {
  const text = readFileSync(join(folder, 'checkpoints', 'reader.json'), 'utf8');
  return text === '' ? undefined : JSON.parse(text).done.shard;
}
const passed = (number: number) =>
  eventually(
    async () => checkpoint(),
    (found) => found === String(number),
  );

test('the checkpoint passes no record in progress, even if later ones are done', async () => {
  const checkpoints: unknown[] = [];
  const held = [1, 2, 3, 4, 5, 6].map((number) => record(number, `ENP#${number % 2}`));
  const { batches } = read(tableOf(held), () => void checkpoints.push(checkpoint()));
  await passed(6);
  expect(batches.flat()).toEqual(['2', '4', '6', '1', '3', '5']);
  expect(checkpoints).toEqual([undefined, undefined, '2']);
});

test('stores permanently failed records whole, reports them, and continues', async () => {
  read(tableOf(records(1, 4)), (numbers) => {
    if (numbers.includes('1')) throw new Error('poisoned');
  });
  await passed(4);
  const { requestContext, payload } = JSON.parse(objects.get('FailedRecords reader-1.json') ?? '');
  expect(requestContext.functionArn).toBe('arn:aws:lambda:us-east-1:000000000000:function:reader');
  expect(JSON.parse(payload)).toEqual({ Records: records(1, 2) });
  expect(complaints).toHaveBeenCalledWith(expect.stringContaining('reader failed for good with stream records kept'));
});

test('continues after failures of the stream, which it reports once', async () => {
  let calls = 0;
  const onCall = () => {
    if (++calls <= 2) throw new Error('out of reach');
  };
  read(tableOf(records(1, 1), onCall));
  await passed(1);
  expect(complaints).toHaveBeenCalledTimes(1);
});

test('polls the stream soon after a write, and rarely otherwise', async () => {
  const held = records(1, 1);
  let looks = 0;
  const db = tableOf(held, (action) => {
    if (action === 'GetRecords') looks++;
  });
  read(db);
  await passed(1);
  for (let number = 2; number <= 6; number++) {
    held.push(record(number));
    db.writes.note();
    await passed(number);
  }
  // One poll per write and one per second.
  expect(looks).toBeLessThan(10);
});

test('a restart redelivers failed records and those in progress, and no others', async () => {
  const db = tableOf(records(1, 4));
  const failing = (numbers: string[]) => {
    if (numbers.includes('3')) throw new Error('not now');
  };
  const first = read(db, failing, 1_000);
  await eventually(
    async () => first.batches.length,
    (count) => count >= 3,
  );
  await first.source.stop();
  const second = read(db);
  await passed(4);
  expect(second.batches).toEqual([['3', '4']]);
});
