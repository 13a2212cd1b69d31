import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { INSTANCES_FOR_CORES, INSTANCES_MAX, Instances } from '../../../../local/functions/instances.ts';

let started: number;
let instances: Instances<number>;
/** The instances that events got, in order. */
let taken: number[];

beforeEach(() => {
  jest.useFakeTimers();
  started = 0;
  taken = [];
  instances = new Instances(() => ++started);
});
afterEach(() => {
  jest.useRealTimers();
});

async function take(events = 1): Promise<void> {
  for (let i = 0; i < events; i++) void Promise.resolve(instances.take()).then((instance) => taken.push(instance));
  await jest.advanceTimersByTimeAsync(0);
}

test('the first event starts an instance, which is reused for the next', async () => {
  await take();
  instances.giveBack(1);
  await take();
  expect([taken, started]).toEqual([[1, 1], 1]);
});

test('concurrent events wait for the instance that is starting', async () => {
  await take(3);
  await jest.advanceTimersByTimeAsync(200);
  instances.giveBack(1);
  await jest.advanceTimersByTimeAsync(20);
  instances.giveBack(1);
  await jest.advanceTimersByTimeAsync(20);
  expect([taken, started]).toEqual([[1, 1, 1], 1]);
});

test('an event that waits 50 ms for a busy instance starts another', async () => {
  await take();
  instances.giveBack(1);
  await take(2);
  await jest.advanceTimersByTimeAsync(49);
  expect(started).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect([taken, started]).toEqual([[1, 1, 2], 2]);
});

test('if the first events hang, another instance starts every 250 ms', async () => {
  await take(INSTANCES_MAX);
  await jest.advanceTimersByTimeAsync(250 * (INSTANCES_MAX - 1));
  expect([taken.length, started]).toEqual([INSTANCES_MAX, INSTANCES_MAX]);
});

test('more instances than cores only start for an event that has waited 500 ms', async () => {
  await take(INSTANCES_FOR_CORES);
  await jest.advanceTimersByTimeAsync(INSTANCES_FOR_CORES * 1_000);
  expect(started).toBe(INSTANCES_FOR_CORES);
  await take(1);
  for (let soon = 0; soon < 4; soon++) {
    await jest.advanceTimersByTimeAsync(400);
    instances.giveBack(1);
    await take(1);
  }
  expect(started).toBe(INSTANCES_FOR_CORES);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(started).toBe(Math.min(INSTANCES_FOR_CORES + 1, INSTANCES_MAX));
});

test('never starts more than the maximum, however long events wait', async () => {
  await take(INSTANCES_MAX + 2);
  await jest.advanceTimersByTimeAsync(60_000);
  expect([taken.length, started]).toEqual([INSTANCES_MAX, INSTANCES_MAX]);
  instances.giveBack(1);
  await jest.advanceTimersByTimeAsync(0);
  expect(taken.at(-1)).toBe(1);
});

test('events are handled in the order they came', async () => {
  await take(1);
  await take(1);
  const order: string[] = [];
  for (const name of ['third', 'fourth']) void Promise.resolve(instances.take()).then(() => order.push(name));
  for (let i = 0; i < 3; i++) instances.giveBack(1);
  await jest.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['third', 'fourth']);
});

describe('an instance that died', () => {
  test('is replaced for an event that waits', async () => {
    await take(2);
    instances.discard(1);
    await jest.advanceTimersByTimeAsync(0);
    expect([taken, [...instances]]).toEqual([[1, 2], [2]]);
  });

  test('is replaced once, however often it is discarded', async () => {
    await take(3);
    for (let i = 0; i < 2; i++) instances.discard(1);
    await jest.advanceTimersByTimeAsync(0);
    expect([taken, started]).toEqual([[1, 2], 2]);
  });

  test('delays waiting events no longer than others, even if its replacement hangs', async () => {
    await take(3);
    instances.discard(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([taken, started]).toEqual([[1, 2, 3], 3]);
  });

  test('is replaced when the next event comes', async () => {
    await take();
    instances.discard(1);
    expect([...instances]).toEqual([]);
    await take();
    expect(taken).toEqual([1, 2]);
  });
});
