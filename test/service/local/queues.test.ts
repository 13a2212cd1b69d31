import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { arnOf, type Resource } from '../../../infra/localService/template.ts';
import type { Queue, Received } from '../../../local/aws/queue.ts';
import { Queues } from '../../../local/aws/queues.ts';
import { QueueSource } from '../../../local/events/queueSource.ts';
import { newDataFolder, removeFolder } from '../../support/cloudProcess.ts';
import { fakeFunction } from '../../support/fakeFunction.ts';
import { eventually } from '../../support/service.ts';

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

function openQueues(properties: Record<string, unknown> = {}): { queues: Queues; queue: Queue; failed: Queue } {
  const resources = [resource('Queue', { VisibilityTimeout: 30, ...properties }), resource('Failed', {})];
  const queues = new Queues(resources, BASE_URL, folder);
  const [queue, failed] = ['Queue', 'Failed'].map((id) => queues.byArn(arnOf(id, TYPE)));
  if (!queue || !failed) throw new Error('a queue is missing');
  return { queues, queue, failed };
}

const RedrivePolicy = (maxReceiveCount: number) => ({
  RedrivePolicy: { deadLetterTargetArn: arnOf('Failed', TYPE), maxReceiveCount },
});

const ONE_BY_ONE = { BatchSize: 1 };
const MAPPING = {
  BatchSize: 10,
  ScalingConfig: { MaximumConcurrency: 2 },
  FunctionResponseTypes: ['ReportBatchItemFailures'],
};

/** Receives the next message, which is then hidden. */
const next = (queue: Queue, now?: number): Received | undefined => queue.receive(1, now)[0];

describe('a queue', () => {
  test('is found by the URL that functions get', () => {
    const { queues, queue } = openQueues();
    expect(queues.byUrl(`${BASE_URL}/000000000000/Queue`)).toBe(queue);
    expect(queues.byUrl(`${BASE_URL}/000000000000/Other`)).toBeUndefined();
  });

  test('hides a message while it is processed, until it is deleted', async () => {
    const { queue } = openQueues();
    queue.send('one');
    const received = next(queue);
    expect(received).toMatchObject({ body: 'one', receiveCount: 1 });
    expect(next(queue)).toBeUndefined();
    expect(queue.size).toBe(1);
    queue.delete(received?.receipt ?? '');
    expect(queue.size).toBe(0);
  });

  test('redelivers a message that was not deleted in time, and counts receives', async () => {
    const { queue } = openQueues({ VisibilityTimeout: 0.2 });
    queue.send('one');
    expect(next(queue)?.receiveCount).toBe(1);
    expect(next(queue)).toBeUndefined();
    const again = await eventually(
      async () => next(queue),
      (received) => received !== undefined,
    );
    expect(again).toMatchObject({ body: 'one', receiveCount: 2 });
  });

  test('redelivers a message as soon as it is released', async () => {
    const { queue } = openQueues();
    queue.send('one');
    queue.changeVisibility(next(queue)?.receipt ?? '', 0);
    expect(next(queue)).toMatchObject({ body: 'one', receiveCount: 2 });
  });

  test('keeps a message that is deleted by the receipt of an earlier receive', () => {
    const { queue } = openQueues();
    queue.send('one');
    const [first, later] = [next(queue), next(queue, Date.now() + 31_000)];
    queue.delete(first?.receipt ?? '');
    expect(queue.size).toBe(1);
    queue.delete(later?.receipt ?? '');
    expect(queue.size).toBe(0);
  });

  test('keeps its messages over a restart, including those in flight with their receive count', async () => {
    const { queue } = openQueues();
    queue.send('one');
    const before = next(queue);
    queue.send('two');
    const after = openQueues().queue;
    const messages = [next(after), next(after)];
    expect(messages).toHaveLength(2);
    expect(messages).toContainEqual(expect.objectContaining({ id: before?.id, body: 'one', receiveCount: 2 }));
    expect(messages).toContainEqual(expect.objectContaining({ body: 'two', receiveCount: 1 }));
  });

  test('delivers no message before its delay is over, also after a restart', () => {
    const { queue } = openQueues();
    queue.send('later', { delayS: 900 });
    const soon = Date.now() + 899_000;
    for (const each of [queue, openQueues().queue]) {
      expect(next(each, soon)).toBeUndefined();
      expect(next(each, soon + 2_000)?.body).toBe('later');
    }
  });

  test('has nothing to wait for while a message is visible', () => {
    const { queue } = openQueues();
    expect(queue.visibleInMs()).toBe(Number.POSITIVE_INFINITY);
    queue.send('later', { delayS: 900 });
    expect(queue.visibleInMs()).toBeGreaterThan(800_000);
    queue.send('now');
    expect(queue.visibleInMs()).toBe(0);
  });

  test('delivers messages of the least busy group first, in order within a group', () => {
    const { queue } = openQueues();
    for (const body of ['a1', 'a2', 'a3']) queue.send(body, { group: 'a' });
    queue.send('b1', { group: 'b' });
    const first = next(queue);
    expect([first, next(queue), next(queue)].map((received) => received?.body)).toEqual(['a1', 'b1', 'a2']);
    expect(first?.group).toBe('a');
  });

  test('sets aside a file that cannot be read, and says where', () => {
    const { queue } = openQueues();
    queue.send('good');
    writeFileSync(join(folder, 'Queue', '00TRUNCATED'), '{"id":"');
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { queue: reopened } = openQueues();
    expect(error).toHaveBeenCalledWith(expect.stringContaining(join('Queue.unreadable', '00TRUNCATED')));
    error.mockRestore();
    expect(reopened.size).toBe(1);
    expect(next(reopened)?.body).toBe('good');
    expect(existsSync(join(folder, 'Queue.unreadable', '00TRUNCATED'))).toBe(true);
  });

  test('of an older version with messages stops the start, with instructions', () => {
    const { queue } = openQueues();
    queue.send('one');
    const open = () => new Queues([resource('Other', {})], BASE_URL, folder);
    expect(open).toThrow(`${join(folder, 'Queue')} has 1 messages of an older version or of other settings`);
    queue.delete(next(queue)?.receipt ?? '');
    expect(open).not.toThrow();
  });

  test('leaves no file of a message that was deleted', async () => {
    const { queue } = openQueues();
    queue.send('one');
    queue.delete(next(queue)?.receipt ?? '');
    expect(existsSync(join(folder, 'Queue'))).toBe(true);
    expect(readdirSync(join(folder, 'Queue'))).toEqual([]);
  });
});

async function untilRead(source: QueueSource, queue: Queue): Promise<void> {
  source.start();
  await eventually(
    async () => queue.size,
    (size) => size === 0,
  );
  await source.stop();
}

describe('the reader of a queue', () => {
  test('passes each message to the function and deletes it', async () => {
    const { queue } = openQueues();
    const bodies: string[] = [];
    const target = fakeFunction('remover', (event) => {
      for (const { body } of (event as { Records: { body: string }[] }).Records) bodies.push(body);
    });
    const source = new QueueSource(queue, target, ONE_BY_ONE);
    for (const body of ['one', 'two', 'three']) queue.send(body);
    await untilRead(source, queue);
    expect(bodies.sort()).toEqual(['one', 'three', 'two']);
  });

  test('redelivers a message whose function failed', async () => {
    const { queue, failed } = openQueues(RedrivePolicy(5));
    let attempts = 0;
    const target = fakeFunction('remover', () => {
      if (++attempts === 1) throw new Error('not now');
    });
    const source = new QueueSource(queue, target, ONE_BY_ONE);
    queue.send('one');
    await untilRead(source, queue);
    expect(attempts).toBe(2);
    expect(failed.size).toBe(0);
  });

  test('hides a message whose function failed until the visibility timeout, with --faithful', async () => {
    const { queue } = openQueues({ VisibilityTimeout: 300 });
    let attempts = 0;
    const target = fakeFunction('remover', () => {
      attempts++;
      throw new Error('not now');
    });
    const source = new QueueSource(queue, target, ONE_BY_ONE, true);
    queue.send('one');
    source.start();
    await eventually(
      async () => attempts,
      (count) => count === 1,
    );
    await source.stop();
    const inS = queue.visibleInMs() / 1_000;
    expect(inS).toBeGreaterThan(60);
    expect(inS).toBeLessThanOrEqual(300);
  });

  test('passes messages as an event source mapping does, and redelivers reported ones', async () => {
    const { queue } = openQueues(RedrivePolicy(5));
    const groups: (string | undefined)[] = [];
    const target = fakeFunction('notify', (event) => {
      const { Records } = event as { Records: { messageId: string; attributes: { MessageGroupId?: string } }[] };
      groups.push(Records[0]?.attributes.MessageGroupId);
      return { batchItemFailures: groups.length === 1 ? [{ itemIdentifier: Records[0]?.messageId }] : [] };
    });
    const source = new QueueSource(queue, target, MAPPING);
    queue.send('one', { group: 'ws_1' });
    await untilRead(source, queue);
    expect(groups).toEqual(['ws_1', 'ws_1']);
  });

  test('redelivers a whole batch whose response names an unknown message', async () => {
    const { queue } = openQueues(RedrivePolicy(5));
    const bodies: string[][] = [];
    const target = fakeFunction('notify', (event) => {
      const { Records } = event as { Records: { body: string }[] };
      bodies.push(Records.map(({ body }) => body));
      return { batchItemFailures: bodies.length === 1 ? [{ itemIdentifier: 'unknown' }] : [] };
    });
    for (const body of ['one', 'two']) queue.send(body);
    await untilRead(new QueueSource(queue, target, { ...MAPPING, ScalingConfig: { MaximumConcurrency: 1 } }), queue);
    expect(bodies).toEqual([
      ['one', 'two'],
      ['one', 'two'],
    ]);
  });

  test('moves a message to the dead-letter queue after the last attempt, and continues', async () => {
    const { queue, failed } = openQueues(RedrivePolicy(1));
    const handled: string[] = [];
    const target = fakeFunction('remover', (event) => {
      const [record] = (event as { Records: { body: string }[] }).Records;
      if (record?.body === 'poison') throw new Error('never');
      handled.push(record?.body ?? '');
    });
    const source = new QueueSource(queue, target, ONE_BY_ONE);
    const { id, sentAt } = queue.send('poison');
    queue.send('good');
    await untilRead(source, queue);
    expect(handled).toEqual(['good']);
    expect(next(failed)).toMatchObject({ body: 'poison', id, sentAt });
  });

  test('continues after a full disk, which stopped the move to the dead-letter queue', async () => {
    const { queue, failed } = openQueues(RedrivePolicy(1));
    const accept = failed.accept.bind(failed);
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    jest.spyOn(failed, 'accept').mockImplementationOnce(() => {
      failed.accept = accept;
      throw full;
    });
    const said = jest.spyOn(console, 'error').mockReturnValue();
    const source = new QueueSource(
      queue,
      fakeFunction('remover', () => Promise.reject(new Error('never'))),
      ONE_BY_ONE,
    );
    queue.send('poison');
    await untilRead(source, queue);
    expect(said.mock.calls).toEqual([[expect.stringMatching(/^A queued message will be retried: ENOSPC/)]]);
    said.mockRestore();
    expect(next(failed)?.body).toBe('poison');
  });

  test('continues after an unexpected error, which it prints', async () => {
    const { queue } = openQueues();
    const fault = new Error('Expected by the test');
    jest.spyOn(queue, 'receive').mockImplementationOnce(() => {
      throw fault;
    });
    const said = jest.spyOn(console, 'error').mockReturnValue();
    const source = new QueueSource(
      queue,
      fakeFunction('remover', () => undefined),
      ONE_BY_ONE,
    );
    queue.send('one');
    await untilRead(source, queue);
    expect(said).toHaveBeenCalledWith('The reader of a queue for remover failed and will retry:', fault);
    said.mockRestore();
  });
});
