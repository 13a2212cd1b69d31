import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Queue } from '../../../../local/aws/queue.ts';
import type { QueueMapping } from '../../../../local/events/queueMapping.ts';
import { QueueSource } from '../../../../local/events/queueSource.ts';
import { fakeFunction } from '../../../support/cloud/fakeFunction.ts';
import { eventually } from '../../../support/cloud/service.ts';

let said: ReturnType<typeof jest.spyOn>;
beforeEach(() => {
  said = jest.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => said.mockRestore());

interface Record {
  messageId: string;
  body: string;
  attributes: { MessageGroupId?: string };
}
const readerOf = (
  queue: Queue,
  handle: (records: Record[]) => unknown,
  mapping: QueueMapping = { BatchSize: 1 },
  isFaithful = false,
) => {
  const target = fakeFunction('reader', (event) => handle((event as { Records: Record[] }).Records));
  return new QueueSource(queue, target, mapping, isFaithful);
};

async function untilEmpty(queue: Queue, source: QueueSource): Promise<void> {
  source.start();
  await eventually(
    async () => queue.size,
    (size) => size === 0,
  );
  await source.stop();
}

test.each([
  ['that it reports', (records: Record[]) => records[1]?.messageId, ['one', 'two', 'two']],
  ['of a batch for which it reports an unknown one', () => 'unknown', ['one', 'two', 'one', 'two']],
])('redelivers messages %s, after a second', async (_what, failed, expected) => {
  const queue = new Queue({ arn: 'arn' });
  for (const body of ['one', 'two']) queue.send(body, { group: 'ws_1' });
  const got: Record[] = [];
  const handle = (records: Record[]) => {
    got.push(...records);
    return { batchItemFailures: got.length === 2 ? [{ itemIdentifier: failed(records) }] : [] };
  };
  const mapping = { BatchSize: 10, FunctionResponseTypes: ['ReportBatchItemFailures'] };
  await untilEmpty(queue, readerOf(queue, handle, mapping));
  expect(got.map(({ body }) => body)).toEqual(expected);
  expect(got[0]?.attributes.MessageGroupId).toBe('ws_1');
});

test('hides a failed message until the visibility timeout, with --faithful', async () => {
  const queue = new Queue({ arn: 'arn', visibilityTimeoutS: 300 });
  queue.send('one');
  const handle = jest.fn(() => Promise.reject(new Error('not now')));
  const source = readerOf(queue, handle, { BatchSize: 1 }, true);
  source.start();
  await eventually(
    async () => handle.mock.calls.length,
    (count) => count === 1,
  );
  await source.stop();
  expect(queue.visibleInMs()).toBeGreaterThan(60_000);
});

test('continues after a full disk has kept it from moving a poison message', async () => {
  const deadLetters = new Queue({ arn: 'failed' });
  jest.spyOn(deadLetters, 'accept').mockImplementationOnce(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  const queue = new Queue({ arn: 'arn', receivesMax: 1, deadLetters: () => deadLetters });
  const handled: string[] = [];
  const source = readerOf(queue, ([record]) => {
    if (record?.body === 'poison') throw new Error('never');
    handled.push(record?.body ?? '');
  });
  for (const body of ['poison', 'good']) queue.send(body);
  await untilEmpty(queue, source);
  expect([handled, deadLetters.messages.map(({ body }) => body)]).toEqual([['good'], ['poison']]);
  expect(said.mock.calls).toEqual([[expect.stringMatching(/^A queued message will be retried: ENOSPC/)]]);
});

test('continues after an unexpected error, which it prints', async () => {
  const queue = new Queue({ arn: 'arn' });
  const fault = new Error('Expected by the test');
  jest.spyOn(queue, 'receive').mockImplementationOnce(() => {
    throw fault;
  });
  queue.send('one');
  const source = readerOf(queue, () => undefined);
  await untilEmpty(queue, source);
  expect(said).toHaveBeenCalledWith('The reader of a queue for reader failed and will retry:', fault);
});
