import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { arnOf } from '../../../../infra/localService/template.ts';
import type { Queue } from '../../../../local/aws/queue.ts';
import { Queues } from '../../../../local/aws/queues.ts';
import { newDataFolder, removeFolder } from '../../../support/cloud/cloudProcess.ts';

const BASE_URL = 'http://127.0.0.1:1';
const TYPE = 'AWS::SQS::Queue';
let folder: string;
beforeEach(() => {
  folder = newDataFolder();
});
afterEach(() => removeFolder(folder));

/** As after a start on this folder, without a stop of the one before. */
function open(logicalId = 'Queue'): Queue {
  const properties = {
    VisibilityTimeout: 30,
    RedrivePolicy: { deadLetterTargetArn: arnOf('Failed', TYPE), maxReceiveCount: 2 },
  };
  const resources = [
    { logicalId, type: TYPE, properties, path: '' },
    { logicalId: 'Failed', type: TYPE, properties: {}, path: '' },
  ];
  queues = new Queues(resources, BASE_URL, folder);
  return queues.byUrl(`${BASE_URL}/000000000000/${logicalId}`) as Queue;
}
let queues: Queues;
const bodyOf = (queue: Queue, inS = 0) => queue.receive(1, Date.now() + inS * 1_000)[0]?.body;
const filesOfQueue = () => readdirSync(join(folder, 'Queue'));

test('a restart keeps messages, with the receive count of those in flight', () => {
  const queue = open();
  queue.send('one');
  const [before] = queue.receive(1);
  queue.send('two');
  expect(open().receive(3)).toEqual([
    expect.objectContaining({ id: before?.id, body: 'one', receiveCount: 2 }),
    expect.objectContaining({ body: 'two', receiveCount: 1 }),
  ]);
});

test('a delayed message is not received before its time, also after a restart', () => {
  const queue = open();
  queue.send('later', { delayS: 900 });
  for (const each of [queue, open()]) expect([bodyOf(each, 899), bodyOf(each, 901)]).toEqual([undefined, 'later']);
});

test('a long poll ends when a message becomes visible by time', async () => {
  jest.useFakeTimers();
  try {
    const queue = open();
    queue.send('later', { delayS: 5 });
    const start = Date.now();
    const received = queue.receiveWithin(1, 20_000).then(([message]) => [message?.body, Date.now() - start]);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await received).toEqual(['later', 5_000]);
  } finally {
    jest.useRealTimers();
  }
});

test('a message becomes a dead letter after too many receives, with its id and time', () => {
  const queue = open();
  const { id, sentAt } = queue.send('poison');
  expect([bodyOf(queue), bodyOf(queue, 31), bodyOf(queue, 62)]).toEqual(['poison', 'poison', undefined]);
  const [letter] = queues.byArn(arnOf('Failed', TYPE))?.receive(1, Date.now() + 62_000) ?? [];
  expect(letter).toMatchObject({ body: 'poison', id, sentAt });
  expect(filesOfQueue()).toEqual([]);
});

test('removes the file of a deleted message, by its latest receipt only', () => {
  const queue = open();
  queue.send('one');
  const [first] = queue.receive(1);
  const [latest] = queue.receive(1, Date.now() + 31_000);
  queue.delete(first?.receipt ?? '');
  expect(queue.size).toBe(1);
  queue.delete(latest?.receipt ?? '');
  expect([queue.size, filesOfQueue()]).toEqual([0, []]);
});

test('the group with the fewest messages in flight comes first', () => {
  const queue = open();
  for (const body of ['a1', 'a2', 'a3']) queue.send(body, { group: 'a' });
  queue.send('b1', { group: 'b' });
  expect([1, 2, 3].map(() => bodyOf(queue))).toEqual(['a1', 'b1', 'a2']);
});

test('sets aside an unreadable file, and logs its new path', () => {
  open().send('good');
  writeFileSync(join(folder, 'Queue', '00TRUNCATED'), '{"id":"');
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const reopened = open();
  expect(said).toHaveBeenCalledWith(expect.stringContaining(join('Queue.unreadable', '00TRUNCATED')));
  said.mockRestore();
  expect([reopened.size, readdirSync(join(folder, 'Queue.unreadable'))]).toEqual([1, ['00TRUNCATED']]);
});

test('leftover messages of a removed queue prevent the start, with instructions', () => {
  const queue = open();
  queue.send('one');
  expect(() => open('Other')).toThrow(`${join(folder, 'Queue')} has 1 messages of an older version or of other`);
  queue.delete(queue.receive(1)[0]?.receipt ?? '');
  open('Other');
});
