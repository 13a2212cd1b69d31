import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DynamoDb } from '../../../local/aws/dynamodb.ts';
import { Changes } from '../../../local/changes.ts';
import type { StreamMapping } from '../../../local/events/streamMapping.ts';
import { StreamSource } from '../../../local/events/streamSource.ts';
import { FUNCTION_EVENT_BYTES_MAX } from '../../../shared/runtime/awsLimits.ts';
import { newDataFolder, removeFolder } from '../../support/cloudProcess.ts';
import { fakeFunction } from '../../support/fakeFunction.ts';
import { eventually } from '../../support/service.ts';

const STREAM_ARN = 'arn:aws:dynamodb:us-east-1:000000000000:table/Table/stream/1';

interface StreamRecord {
  eventName: string;
  dynamodb: { SequenceNumber: string; Keys: object; NewImage?: object };
}

const record = (number: number, eventName = 'INSERT', PK = 'ENP#enp_1'): StreamRecord => ({
  eventName,
  dynamodb: { SequenceNumber: String(number), Keys: { PK: { S: PK } }, NewImage: { data: { S: `#${number}` } } },
});
const records = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => record(first + i));
const numbersOf = (found: StreamRecord[]): number[] => found.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));

function streamOf(held: StreamRecord[]): DynamoDb {
  const answers: Record<
    string,
    (input: { SequenceNumber?: string; ShardIterator?: string; Limit?: number }) => unknown
  > = {
    DescribeStream: () => ({ StreamDescription: { Shards: [{ ShardId: 'shard-1' }] } }),
    GetShardIterator: ({ SequenceNumber = '0' }) => ({ ShardIterator: SequenceNumber }),
    GetRecords: ({ ShardIterator = '0', Limit }) => {
      const Records = held.filter(({ dynamodb }) => Number(dynamodb.SequenceNumber) > Number(ShardIterator));
      const NextShardIterator = Records.slice(0, Limit).at(-1)?.dynamodb.SequenceNumber ?? ShardIterator;
      return { Records: Records.slice(0, Limit), NextShardIterator };
    },
  };
  const call = async (target: string, input: object) => answers[target.split('.')[1] ?? '']?.(input);
  return { call, writes: new Changes() } as unknown as DynamoDb;
}

const MAPPING: StreamMapping = {
  BatchSize: 100,
  MaximumRetryAttempts: 1,
  BisectBatchOnFunctionError: true,
  FunctionResponseTypes: ['ReportBatchItemFailures'],
  DestinationConfig: { OnFailure: { Destination: 'arn:aws:s3:::FailedRecords' } },
};

const folders: string[] = [];
let folder: string;
const objects = new Map<string, string>();
const sources: StreamSource[] = [];
let complaints: ReturnType<typeof jest.spyOn>;

beforeEach(() => {
  folder = newDataFolder();
  folders.push(folder);
  objects.clear();
  complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  await Promise.all(sources.splice(0).map((source) => source.stop()));
  complaints.mockRestore();
});
afterAll(() => {
  for (const each of folders) removeFolder(each);
});

const PARTS = () => ({
  streamArn: STREAM_ARN,
  mapping: MAPPING,
  folder,
  putObject: async (bucket: string, key: string, content: string) => objects.set(`${bucket} ${key}`, content),
});

function read(
  held: StreamRecord[],
  mapping: Partial<StreamMapping>,
  handle: (batch: StreamRecord[]) => unknown = () => undefined,
) {
  const batches: number[][] = [];
  const target = fakeFunction('reader', (event) => {
    const batch = (event as { Records: StreamRecord[] }).Records;
    batches.push(numbersOf(batch));
    return handle(batch);
  });
  const source = new StreamSource(streamOf(held), { ...PARTS(), mapping: { ...MAPPING, ...mapping }, target });
  sources.push(source);
  source.start();
  return { source, batches };
}

function checkpoint(): string | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'checkpoints', 'reader.json'), 'utf8')).done['shard-1'];
  } catch {
    return undefined;
  }
}

const passed = (number: number) =>
  eventually(
    async () => checkpoint(),
    (found) => found === String(number),
  );

const READER_ARN = 'arn:aws:lambda:us-east-1:000000000000:function:reader';

/** The records put aside: the function and whole records of each file, as AWS Lambda writes them. */
function putAside(): { functionArn: string; Records: StreamRecord[] }[] {
  return [...objects].sort().map(([key, content]) => {
    expect(key).toMatch(/^FailedRecords reader-/);
    const { requestContext, payload } = JSON.parse(content);
    return { functionArn: requestContext.functionArn, ...JSON.parse(payload) };
  });
}

describe('delivery', () => {
  test('arrives in batches of at most the given size, in order', async () => {
    const { batches } = read(records(1, 5), { BatchSize: 2 });
    await passed(5);
    expect(batches).toEqual([[1, 2], [3, 4], [5]]);
  });

  test('arrives in batches that fit into an event', async () => {
    const large = 'x'.repeat(FUNCTION_EVENT_BYTES_MAX / 3);
    const { batches } = read([record(1, large), record(2, large), record(3, large), record(4)], {});
    await passed(4);
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('keeps the order within a partition, and passes no record early', async () => {
    const held = [1, 2, 3, 4].map((number) => record(number, 'INSERT', `ENP#enp_${number % 2}`));
    const checkpoints: unknown[] = [];
    const { batches } = read(held, { BatchSize: 1 }, () => void checkpoints.push(checkpoint()));
    await passed(4);
    expect(batches.flat()).toEqual([2, 4, 1, 3]);
    expect(checkpoints).toEqual([undefined, undefined, undefined, '2']);
  });

  test('passes records unchanged, with the stream that they come from', async () => {
    const seen: unknown[] = [];
    read(records(1, 1), {}, (batch) => void seen.push(...batch));
    await passed(1);
    expect(seen).toEqual([{ ...record(1), eventSourceARN: STREAM_ARN }]);
  });

  test('omits records that no filter matches, and invokes nothing without records', async () => {
    const held = [record(1, 'MODIFY'), record(2), record(3, 'REMOVE'), record(4), record(5, 'MODIFY')];
    const FilterCriteria = {
      Filters: [{ Pattern: '{"eventName":["INSERT"]}' }, { Pattern: '{"eventName":["REMOVE"]}' }],
    };
    const { batches } = read(held, { FilterCriteria });
    await passed(5);
    expect(batches).toEqual([[2, 3, 4]]);
  });

  test('continues with later records', async () => {
    const held = records(1, 2);
    const { batches } = read(held, {});
    await passed(2);
    held.push(record(3));
    await passed(3);
    expect(batches).toEqual([[1, 2], [3]]);
  });
});

describe('failures', () => {
  test('are retried from the first record that the function reports', async () => {
    let failures = ['3', '4'];
    const { batches } = read(records(1, 5), {}, () => {
      const batchItemFailures = failures.map((itemIdentifier) => ({ itemIdentifier }));
      failures = [];
      return { batchItemFailures };
    });
    await passed(5);
    expect(batches).toEqual([
      [1, 2, 3, 4, 5],
      [3, 4, 5],
    ]);
  });

  test('with an unknown identifier fail the whole batch', async () => {
    let reported = false;
    const { batches } = read(records(1, 2), { BisectBatchOnFunctionError: false }, () => {
      const batchItemFailures = reported ? [] : [{ itemIdentifier: '99' }];
      reported = true;
      return { batchItemFailures };
    });
    await passed(2);
    expect(batches).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test('are narrowed down to the one poisoned record; every other is handled once', async () => {
    const handled: number[] = [];
    read(records(1, 16), {}, (batch) => {
      const numbers = numbersOf(batch);
      if (numbers.includes(11)) throw new Error('poisoned');
      handled.push(...numbers);
    });
    await passed(16);
    expect(handled).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16]);
    expect(putAside()).toEqual([{ functionArn: READER_ARN, Records: [record(11)] }]);
  });

  test('that the function keeps reporting put that record and the rest of its batch aside', async () => {
    const handled: number[] = [];
    read(records(1, 8), { BatchSize: 4 }, (batch) => {
      const numbers = numbersOf(batch);
      const poisoned = numbers.indexOf(3);
      handled.push(...(poisoned < 0 ? numbers : numbers.slice(0, poisoned)));
      return { batchItemFailures: poisoned < 0 ? [] : [{ itemIdentifier: '3' }] };
    });
    await passed(8);
    expect(handled).toEqual([1, 2, 5, 6, 7, 8]);
    expect(putAside().flatMap(({ Records }) => numbersOf(Records))).toEqual([3, 4]);
  });

  test('that outlast the retries put the whole records aside with a log line, and the stream continues', async () => {
    const mapping = { BatchSize: 2, BisectBatchOnFunctionError: false, MaximumRetryAttempts: 1 };
    const { batches } = read(records(1, 4), mapping, (batch) => {
      if (numbersOf(batch).includes(1)) throw new Error('poisoned');
    });
    await passed(4);
    expect(batches).toEqual([
      [1, 2],
      [1, 2],
      [3, 4],
    ]);
    expect(putAside()).toEqual([{ functionArn: READER_ARN, Records: records(1, 2) }]);
    expect(complaints).toHaveBeenCalledWith(
      expect.stringContaining('reader failed for good with stream records kept in '),
    );
  });

  test('of the stream itself do not end the reader, and are reported once', async () => {
    const stream = streamOf(records(1, 1));
    let calls = 0;
    const flaky = {
      writes: stream.writes,
      call: (target: `DynamoDBStreams_20120810.${string}`, input: unknown) => {
        if (++calls <= 2) throw new Error('out of reach');
        return stream.call(target, input);
      },
    } as unknown as DynamoDb;
    const target = fakeFunction('reader', () => undefined);
    const source = new StreamSource(flaky, { ...PARTS(), target });
    sources.push(source);
    source.start();
    await passed(1);
    // The same message once a minute.
    expect(complaints).toHaveBeenCalledTimes(1);
  });
});

describe('a look at the stream', () => {
  test('follows soon after a write, and is rare without one', async () => {
    const held = records(1, 1);
    const stream = streamOf(held);
    let looks = 0;
    const { call } = stream;
    const counted = Object.assign(stream, {
      call: (target: `DynamoDBStreams_20120810.${string}`, input: unknown) => {
        if (target.endsWith('GetRecords')) looks++;
        return call(target, input);
      },
    });
    const target = fakeFunction('reader', () => undefined);
    const source = new StreamSource(counted, { ...PARTS(), target });
    sources.push(source);
    source.start();
    await passed(1);
    for (let number = 2; number <= 6; number++) {
      held.push(record(number));
      stream.writes.note();
      await passed(number);
    }
    // One per write, and one per second.
    expect(looks).toBeLessThan(10);
  });
});

describe('a restart', () => {
  test('resumes at the position of the reader', async () => {
    const held = records(1, 3);
    const first = read(held, {});
    await passed(3);
    await first.source.stop();
    held.push(...records(4, 5));
    const second = read(held, {});
    await passed(5);
    expect(second.batches).toEqual([[4, 5]]);
  });

  test('redelivers failed records, and those in progress', async () => {
    const held = records(1, 4);
    const mapping = { BatchSize: 2, MaximumRetryAttempts: 1_000, BisectBatchOnFunctionError: false };
    const first = read(held, mapping, (batch) => {
      if (numbersOf(batch).includes(3)) throw new Error('not now');
    });
    await eventually(
      async () => first.batches.length,
      (count) => count >= 3,
    );
    await first.source.stop();
    const second = read(held, mapping);
    await passed(4);
    expect(second.batches).toEqual([[3, 4]]);
  });
});
