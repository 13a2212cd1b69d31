import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { QueueSource } from '../../infra/local/queueSource.ts';
import { type LocalQueue, Queues } from '../../infra/local/queues.ts';
import { arnOf, type Resource } from '../../infra/local/template.ts';
import { newDataFolder, removeFolder } from '../support/cloudProcess.ts';
import { fakeFunction } from '../support/fakeFunction.ts';
import { eventually } from '../support/service.ts';

const BASE_URL = 'http://127.0.0.1:1';
const TYPE = 'AWS::SQS::Queue';
const folders: string[] = [];
let folder: string;

beforeEach(() => {
  folder = newDataFolder();
  folders.push(folder);
});
afterAll(() => {
  for (const each of folders) removeFolder(each);
});

const resource = (logicalId: string, properties: Record<string, unknown>): Resource => ({
  logicalId,
  type: TYPE,
  properties,
  path: logicalId,
});

/** A queue and the one for what fails, on the folder of this test. */
function openQueues(properties: Record<string, unknown> = {}): {
  queues: Queues;
  queue: LocalQueue;
  failed: LocalQueue;
} {
  const resources = [resource('Queue', { VisibilityTimeout: 30, ...properties }), resource('Failed', {})];
  const queues = new Queues(resources, BASE_URL, folder);
  const [queue, failed] = ['Queue', 'Failed'].map((id) => queues.byArn(arnOf(id, TYPE)));
  if (!queue || !failed) throw new Error('a queue is missing');
  return { queues, queue, failed };
}

const RedrivePolicy = (maxReceiveCount: number) => ({
  RedrivePolicy: { deadLetterTargetArn: arnOf('Failed', TYPE), maxReceiveCount },
});

describe('a queue', () => {
  test('is found by the address that functions are given', () => {
    const { queues, queue } = openQueues();
    expect(queues.byUrl(queue.url)).toBe(queue);
    expect(queue.url).toBe(`${BASE_URL}/000000000000/Queue`);
    expect(queues.byUrl(`${BASE_URL}/000000000000/Other`)).toBeUndefined();
  });

  test('hides a message while it is handled, and forgets it when it is deleted', async () => {
    const { queue } = openQueues();
    await queue.send('one');
    const received = queue.receive();
    expect(received?.message).toMatchObject({ body: 'one', receiveCount: 1 });
    expect(queue.receive()).toBeUndefined();
    expect(queue.size).toBe(1);
    queue.delete(received?.receipt ?? '');
    expect(queue.size).toBe(0);
  });

  test('hands a message out again when nobody deleted it in time, and counts', async () => {
    const { queue } = openQueues({ VisibilityTimeout: 0.2 });
    await queue.send('one');
    expect(queue.receive()?.message.receiveCount).toBe(1);
    expect(queue.receive()).toBeUndefined();
    const again = await eventually(
      async () => queue.receive(),
      (received) => received !== undefined,
    );
    expect(again?.message).toMatchObject({ body: 'one', receiveCount: 2 });
  });

  test('hands a message out again as soon as it is released', async () => {
    const { queue } = openQueues();
    await queue.send('one');
    queue.release(queue.receive()?.receipt ?? '', 0);
    expect(queue.receive()?.message).toMatchObject({ body: 'one', receiveCount: 2 });
  });

  test('keeps its messages over a restart, those under way and their counts included', async () => {
    const { queue } = openQueues();
    await queue.send('one');
    const before = queue.receive()?.message;
    await queue.send('two');
    const after = openQueues().queue;
    const messages = [after.receive(), after.receive()].map((received) => received?.message);
    expect(messages).toHaveLength(2);
    expect(messages).toContainEqual({ ...before, receiveCount: 2 });
    expect(messages).toContainEqual(expect.objectContaining({ body: 'two', receiveCount: 1 }));
  });

  test('leaves no file of a message that was deleted', async () => {
    const { queue } = openQueues();
    await queue.send('one');
    queue.delete(queue.receive()?.receipt ?? '');
    expect(existsSync(join(folder, 'Queue'))).toBe(true);
    expect(readdirSync(join(folder, 'Queue'))).toEqual([]);
  });
});

describe('the reader of a queue', () => {
  test('hands each message to the function and deletes it', async () => {
    const { queue, queues } = openQueues();
    const bodies: string[] = [];
    const target = fakeFunction('purge', (event) => {
      for (const { body } of event as { body: string }[]) bodies.push(body);
    });
    const source = new QueueSource(queue, queues, target);
    for (const body of ['one', 'two', 'three']) await queue.send(body);
    source.start();
    await eventually(
      async () => queue.size,
      (size) => size === 0,
    );
    await source.stop();
    expect(bodies.sort()).toEqual(['one', 'three', 'two']);
  });

  test('brings back a message whose function failed', async () => {
    const { queue, queues, failed } = openQueues(RedrivePolicy(5));
    let attempts = 0;
    const target = fakeFunction('purge', () => {
      if (++attempts === 1) throw new Error('not now');
    });
    const source = new QueueSource(queue, queues, target);
    await queue.send('one');
    source.start();
    await eventually(
      async () => queue.size,
      (size) => size === 0,
    );
    await source.stop();
    expect(attempts).toBe(2);
    expect(failed.size).toBe(0);
  });

  test('puts aside a message that failed as often as it may, and goes on', async () => {
    const { queue, queues, failed } = openQueues(RedrivePolicy(1));
    const handled: string[] = [];
    const target = fakeFunction('purge', (event) => {
      const [record] = event as { body: string }[];
      if (record?.body === 'poison') throw new Error('never');
      handled.push(record?.body ?? '');
    });
    const source = new QueueSource(queue, queues, target);
    await queue.send('poison');
    await queue.send('good');
    source.start();
    await eventually(
      async () => queue.size,
      (size) => size === 0,
    );
    await source.stop();
    expect(handled).toEqual(['good']);
    expect(failed.receive()?.message.body).toBe('poison');
  });
});
