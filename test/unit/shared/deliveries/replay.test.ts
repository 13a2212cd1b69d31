import { expect, jest, test } from '@jest/globals';
import type { DeliveryQueues } from '../../../../shared/deliveries/deliveryQueues.ts';
import { replay } from '../../../../shared/deliveries/replay.ts';
import type { DeliveryRecord } from '../../../../shared/storage/deliveries/storedDelivery.ts';
import { StorageUnavailable } from '../../../../shared/storage/table/failures.ts';

const RECORDS = ['b', 'a', 'c'].map((id) => ({ id, channel: 'webhook', target: 'whk', endpointId: 'enp' }));

async function replayed(records: object[], send: DeliveryQueues['send']) {
  const holdBack = jest.fn(async () => undefined);
  const queues = { holdBack, send } as unknown as DeliveryQueues;
  const result = replay(
    queues,
    { lane: 'webhook', group: 'ws', records: records as DeliveryRecord[] },
    async () => 'ok',
  );
  return { holdBack, outcome: await result.catch((error: Error) => error.message) };
}

test('covers the range of the records', async () => {
  const send = jest.fn<DeliveryQueues['send']>(async () => undefined);
  expect((await replayed(RECORDS, send)).outcome).toBe('ok');
  const serve = { target: 'whk', from: 'a', to: 'c' };
  expect(send).toHaveBeenCalledWith('webhook', expect.objectContaining({ channel: 'webhook', tries: 0, serve }));
});

test('stores the message as due while the queue is unavailable', async () => {
  const { outcome, holdBack } = await replayed(RECORDS, async () => Promise.reject(new StorageUnavailable('down')));
  expect(outcome).toBe('ok');
  expect(holdBack).toHaveBeenCalledTimes(1);
});

test('does not hide other errors', async () => {
  expect((await replayed(RECORDS, async () => Promise.reject(new Error('a defect')))).outcome).toBe('a defect');
});

test('sends nothing without records', async () => {
  const send = jest.fn<DeliveryQueues['send']>(async () => undefined);
  const { outcome, holdBack } = await replayed([], send);
  expect([outcome, holdBack.mock.calls, send.mock.calls]).toEqual(['ok', [], []]);
});
