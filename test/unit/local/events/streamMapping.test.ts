import { expect, test } from '@jest/globals';
import {
  deliverRecords,
  filterOf,
  type StreamMapping,
  type StreamRecord,
} from '../../../../local/events/streamMapping.ts';
import { FUNCTION_EVENT_BYTES_MAX } from '../../../../shared/runtime/awsLimits.ts';

const record = (number: number, eventName = 'INSERT', PK = 'ENP#1'): StreamRecord => ({
  eventName,
  dynamodb: { SequenceNumber: String(number), Keys: { PK: { S: PK } } },
});
const records = (count: number) => Array.from({ length: count }, (_, i) => record(i + 1));
const numbersOf = (found: StreamRecord[]): number[] => found.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));
const reporting = (itemIdentifier: number) => ({ batchItemFailures: [{ itemIdentifier: String(itemIdentifier) }] });

async function deliver(
  held: StreamRecord[],
  mapping: Partial<StreamMapping> = {},
  handle: (numbers: number[], batch: number) => unknown = () => undefined,
) {
  const batches: number[][] = [];
  const done: number[] = [];
  const aside: number[][] = [];
  const events: unknown[] = [];
  await deliverRecords(held, {
    mapping: {
      BatchSize: 100,
      MaximumRetryAttempts: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ...mapping,
    },
    streamArn: 'arn',
    pause: () => undefined,
    invoke: async (event) => {
      const { Records } = event as { Records: StreamRecord[] };
      events.push(...Records);
      batches.push(numbersOf(Records));
      try {
        return { payload: JSON.stringify(handle(numbersOf(Records), batches.length) ?? null) };
      } catch (error) {
        return { error };
      }
    },
    onDone: (each) => done.push(...numbersOf(each)),
    putAside: (each) => aside.push(numbersOf(each)),
  });
  return { batches, done, aside, events };
}

test('batches have at most the given size, in order, and name the stream', async () => {
  const { batches, done, events } = await deliver(records(5), { BatchSize: 2 });
  expect([batches, done]).toEqual([
    [[1, 2], [3, 4], [5]],
    [1, 2, 3, 4, 5],
  ]);
  expect(events[0]).toEqual({ ...record(1), eventSourceARN: 'arn' });
});

test('batches fit into an event', async () => {
  const large = 'x'.repeat(FUNCTION_EVENT_BYTES_MAX / 3);
  const { batches } = await deliver([record(1, large), record(2, large), record(3, large), record(4)]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('only records of the same partition come in order', async () => {
  const held = [1, 2, 3, 4].map((number) => record(number, 'INSERT', `ENP#${number % 2}`));
  expect((await deliver(held, { BatchSize: 1 })).batches.flat()).toEqual([2, 4, 1, 3]);
});

test('a mapping accepts records that match any of its filters', () => {
  const Filters = ['INSERT', 'REMOVE'].map((name) => ({ Pattern: JSON.stringify({ eventName: [name] }) }));
  const isWanted = filterOf({ BatchSize: 1, MaximumRetryAttempts: 1, FilterCriteria: { Filters } });
  expect(['INSERT', 'MODIFY', 'REMOVE'].map((name) => isWanted(record(1, name)))).toEqual([true, false, true]);
});

test('the records from the first reported one are retried', async () => {
  const { batches, aside } = await deliver(records(5), {}, (_, batch) => (batch === 1 ? reporting(3) : undefined));
  expect([batches, aside]).toEqual([
    [
      [1, 2, 3, 4, 5],
      [3, 4, 5],
    ],
    [],
  ]);
});

test('a response with an unknown identifier fails the batch', async () => {
  const { batches } = await deliver(records(2), {}, (_, batch) => (batch === 1 ? reporting(99) : undefined));
  expect(batches).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

const poisonedBy = (poison: number) => (numbers: number[]) => {
  if (numbers.includes(poison)) throw new Error('poisoned');
};
const reportingWith = (poison: number) => (numbers: number[]) =>
  numbers.includes(poison) ? reporting(poison) : undefined;

test.each([
  ['the one that fails, with bisection', { BisectBatchOnFunctionError: true }, poisonedBy(11), [[11]], 6],
  ['the batch that fails, without it', { BatchSize: 4 }, poisonedBy(11), [[9, 10, 11, 12]], 2],
  ['the reported one and the rest of its batch', { BatchSize: 4 }, reportingWith(11), [[11, 12]], 2],
])('once retries are over, puts aside %s, and continues', async (_what, mapping, handle, expected, attempts) => {
  const { batches, done, aside } = await deliver(records(16), mapping, handle);
  expect([aside, done]).toEqual([expected, numbersOf(records(16))]);
  expect(batches.filter((batch) => batch.includes(11))).toHaveLength(attempts);
});
