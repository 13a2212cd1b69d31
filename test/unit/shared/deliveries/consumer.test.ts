import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Received } from '../../../../local/aws/queue.ts';
import type { Channel } from '../../../../shared/deliveries/channel.ts';
import { Consumer, type ConsumerDependencies } from '../../../../shared/deliveries/consumer.ts';
import type { DeliveryQueues } from '../../../../shared/deliveries/deliveryQueues.ts';
import type { DeliveryEngine } from '../../../../shared/deliveries/engine.ts';
import { OLDEST_PENDING_METRIC } from '../../../../shared/deliveries/metrics.ts';
import { RECEIVES_MAX } from '../../../../shared/deliveries/timeoutsAndRetries.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import type { StoredEndpoint } from '../../../../shared/storage/endpoints/storedEndpoint.ts';
import { PARTITION_PREFIX } from '../../../../shared/storage/table/partitions.ts';
import { ServiceFailure } from '../../../support/simulator/calls.ts';
import { deferred } from '../../../support/simulator/deferred.ts';
import { SimulatedPipeline } from './support/simulatedPipeline.ts';

const BUSY = { status: 500, error: 'status' } as const;
const OK = { status: 200, answer: 'ok' };

let cloud: SimulatedPipeline;
let endpoint: StoredEndpoint;
beforeEach(async () => {
  cloud = new SimulatedPipeline();
  endpoint = await cloud.newEndpoint();
});

const INVOCATION = { until: 0, perTargetMax: 1, mayStart: async () => true };
const messagesOf = (...bodies: object[]) =>
  bodies.map((each, i) => ({
    id: `${i}`,
    receiptHandle: `${i}`,
    receiveCount: 1,
    body: JSON.stringify({ channel: 'mail', endpointId: 'enp', group: 'ws', tries: 0, ...each }),
  }));
const serving = (target = 'enp', from = 'a', to = 'b') => ({ serve: { target, from, to } });

type Serving = DeliveryEngine['serve'];
const consumerWith = (serve: Serving, more: Partial<ConsumerDependencies> = {}) =>
  new Consumer({
    channels: { mail: { name: 'mail' } as Channel, webhook: { name: 'webhook' } as Channel },
    engine: { serve } as DeliveryEngine,
    queues: {} as DeliveryQueues,
    metrics: { noteRetried: () => undefined },
    ...more,
  });

test('a message that still fails after 21 minutes shows in the age of the oldest pending delivery', async () => {
  const seen: number[] = [];
  const deny: Serving = async () => {
    throw Object.assign(new Error('not authorized'), { name: 'AccessDeniedException' });
  };
  const consumer = consumerWith(deny, {
    queues: { send: async () => undefined } as unknown as DeliveryQueues,
    metrics: { noteRetried: (forMs) => seen.push(forMs) },
  });
  for (const tries of [0, 4, 5])
    await consumer.consume({ lane: 'mail', messages: messagesOf({ ...serving(), tries }), invocation: INVOCATION });
  expect(seen).toEqual([0, 385_000, 1_285_000]);
});

describe('the age of the oldest pending delivery that sendWebhook writes in an hour', () => {
  /** The largest, in milliseconds. */
  async function oldestIn(deniedPartition: string, answer: typeof BUSY | typeof OK): Promise<number> {
    const written = jest.spyOn(process.stdout, 'write');
    await cloud.newWebhook(endpoint, { url: 'https://receiver.example.com/' });
    await cloud.submit(endpoint, 3);
    await cloud.settleNow();
    written.mockClear();
    cloud.answer = () => answer;
    cloud.services.outage = ({ action, input }) => {
      const { PK = '' } = (input.Key ?? {}) as { PK?: string };
      if (action === 'UpdateItem' && PK.startsWith(deniedPartition))
        throw new ServiceFailure(400, 'AccessDeniedException');
    };
    await cloud.submit(endpoint, 3);
    await cloud.settle(cloud.clock.now() + 3_600_000);
    const ages = written.mock.calls.map(([line]) => Number(JSON.parse(String(line))[OLDEST_PENDING_METRIC] ?? 0));
    return Math.max(0, ...ages);
  }

  test.each([
    ['deliveries may not be claimed', PARTITION_PREFIX.webhookDeliveries, OK],
    ['failures of receivers may not be recorded', PARTITION_PREFIX.webhooks, BUSY],
  ])('is over 5 minutes while %s', async (_what, partition, answer) => {
    expect(await oldestIn(partition, answer)).toBeGreaterThan(5 * 60_000);
  });

  test('stays below while a receiver fails', async () => {
    expect(await oldestIn('nothing', BUSY)).toBeLessThan(60_000);
  });
});

const statesOf = () => cloud.records().map(({ state }) => state);
const webhookTo = (host: string) => cloud.newWebhook(endpoint, { url: `https://${host}.example.com/` });

describe('an invocation that a receiver keeps waiting', () => {
  test('receives further messages of its lane, and serves other webhooks while it waits', async () => {
    const other = deferred<void>();
    await webhookTo('hangs');
    await webhookTo('works');
    cloud.answer = async ({ url }) => {
      // Resolves only after the other call.
      if (url.includes('hangs')) await other.promise;
      else other.resolve();
      return OK;
    };
    await cloud.submit(endpoint);
    await cloud.settle();
    expect(statesOf()).toEqual(['sent', 'sent']);
  });

  test('makes one request at a time to each, also for deliveries planned in the meantime', async () => {
    await webhookTo('slow');
    let [open, most] = [0, 0];
    cloud.answer = async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return OK;
    };
    await cloud.submit(endpoint, 3);
    const settled = cloud.settle();
    await cloud.submit(endpoint, 3);
    await settled;
    await cloud.settle();
    expect(most).toBe(1);
    expect(statesOf()).toEqual(Array(6).fill('sent'));
  });
});

describe('a webhook that fails', () => {
  test('moves to the lane for recent failures, and back after a success', async () => {
    await webhookTo('fails');
    cloud.answer = () => BUSY;
    await cloud.submit(endpoint, 3);
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    await cloud.settleNow();
    const line = { event: 'an attempt at a delivery failed', state: 'pending' };
    expect(warn).toHaveBeenCalledWith(expect.objectContaining(line));
    const { webhook, failingWebhook } = cloud.services.queues;
    expect(webhook.messages).toEqual([]);
    expect(failingWebhook.messages.length).toBeGreaterThan(0);
    cloud.answer = () => OK;
    await cloud.settle();
    expect(statesOf()).toEqual(Array(3).fill('sent'));
    expect(await cloud.submit(endpoint)).toHaveLength(1);
    const send = jest.spyOn(failingWebhook, 'send');
    await cloud.settle();
    expect(statesOf()).toEqual(Array(4).fill('sent'));
    expect(send).not.toHaveBeenCalled();
  });
});

test('several channels share a lane, also for targets with the same id', async () => {
  const served: string[] = [];
  const bothServed = deferred<void>();
  // Resolves only while the other channel's target is being served.
  const consumer = consumerWith(async ({ name }) => {
    if (served.push(name) === 2) bothServed.resolve();
    await bothServed.promise;
  });
  const messages = messagesOf({ channel: 'webhook', ...serving('same') }, serving('same'));
  expect(await consumer.consume({ lane: 'mail', messages, invocation: INVOCATION })).toEqual([]);
  expect(served).toEqual(['webhook', 'mail']);
});

test('a message for a target in progress is not lost, for any batch size', async () => {
  const served: string[] = [];
  const isServing = deferred<void>();
  const serve: Serving = async (_channel, _lane, _message, { from, to }) => {
    served.push(`${from}${to}`);
    if (served.length > 1) return;
    await isServing.promise;
    throw new Error('no table');
  };
  const send = async () => Promise.reject(new Error('no queue'));
  const consumer = consumerWith(serve, { queues: { send } as unknown as DeliveryQueues });
  const messages = messagesOf(serving('enp', 'a', 'b'), serving('enp', 'c', 'd'));
  const consumed = consumer.consume({ lane: 'mail', messages, invocation: INVOCATION });
  isServing.resolve();
  expect(await consumed).toEqual(['0']);
  expect(served).toEqual(['ab', 'cd']);
});

test('an invocation that finishes at once receives no further messages', async () => {
  const receive = jest.fn(async () => []);
  const receiveFrom = { mail: { name: 'Mail', receive, delete: async () => undefined } };
  const consumer = consumerWith(async () => undefined, { receiveFrom });
  const invocation = { ...INVOCATION, until: Number.POSITIVE_INFINITY };
  await consumer.consume({ lane: 'mail', messages: messagesOf(serving()), invocation });
  expect(receive).not.toHaveBeenCalled();
});

test('an invocation receives no further messages while its processor is busy', async () => {
  const isServed = deferred<void>();
  const hasReceived = deferred<void>();
  const receive = jest.fn(async () => {
    hasReceived.resolve();
    await sleep(1);
    return [];
  });
  const receiveFrom = { webhook: { name: 'Webhook', receive, delete: async () => undefined } };
  const consumer = consumerWith(() => isServed.promise, { receiveFrom, now: () => 0 });
  const messages = messagesOf({ channel: 'webhook', ...serving('whk') });
  const consumed = consumer.consume({ lane: 'webhook', messages, invocation: { ...INVOCATION, until: 1 } });
  // It would receive messages after a second.
  const idleAt = performance.now() + 1_300;
  while (performance.now() < idleAt) {
    const until = performance.now() + 50;
    while (performance.now() < until);
    await sleep(0);
  }
  expect(receive).not.toHaveBeenCalled();
  await hasReceived.promise;
  isServed.resolve();
  expect(await consumed).toEqual([]);
});

describe('a message', () => {
  const send = (body: string) => cloud.services.queues.webhook.send(body);

  test.each(['{', '{}', '{"channel":"pigeon"}'])(
    'that cannot be parsed, %s, is put aside after the last receive',
    async (body) => {
      await webhookTo('works');
      const receive = jest.spyOn(cloud.services.queues.webhook, 'receive');
      send(body);
      await cloud.submit(endpoint);
      await cloud.settle();
      const received = receive.mock.results.flatMap(({ value }) => value as Received[]);
      expect(received.filter((message) => message.body === body)).toHaveLength(RECEIVES_MAX);
      expect(cloud.services.deadLetters.messages.map((message) => message.body)).toEqual([body]);
      expect(statesOf()).toEqual(['sent']);
    },
  );

  test('is resent with growing waits while the table is unavailable, for days', async () => {
    await webhookTo('works');
    await cloud.submit(endpoint);
    const endMs = cloud.clock.now() + 2 * 86_400_000;
    cloud.services.outage = ({ service, action }) => {
      const isOut = cloud.clock.now() < endMs && cloud.messages().length > 0;
      if (isOut && service === 'dynamodb' && action === 'BatchGetItem')
        throw new ServiceFailure(503, 'ServiceUnavailable');
    };
    await cloud.settle();
    expect(statesOf()).toEqual(['sent']);
    expect(cloud.clock.now()).toBeGreaterThan(endMs);
    expect(cloud.services.deadLetters.size).toBe(0);
  });

  test('processes all pending deliveries of its target when redelivered', async () => {
    const webhook = await webhookTo('works');
    await cloud.submit(endpoint, 3);
    // As if planning had finished and its messages were lost.
    const { queues } = cloud.services;
    await cloud.invoke('notifySubmission', { Records: cloud.sources.recordsFor('notifySubmission') });
    const lost = queues.webhook.messages.map(({ body }) => JSON.parse(body));
    for (const { receipt } of queues.webhook.receive(10)) queues.webhook.delete(receipt);
    cloud.sources.rewind({ forget: true });
    const [first] = cloud.records();
    const { id: target } = webhook;
    const body = JSON.stringify({ ...lost[0], serve: { target, from: first?.id, to: first?.id } });
    const event = (receives: number) => ({
      Records: [
        {
          messageId: 'm',
          receiptHandle: 'm',
          body,
          attributes: { ApproximateReceiveCount: String(receives) },
          eventSourceARN: 'arn:aws:sqs:eu-west-1:1:webhook',
        },
      ],
    });
    await cloud.invoke('sendWebhook', event(1));
    expect(statesOf()).toEqual(['sent', 'pending', 'pending']);
    await cloud.invoke('sendWebhook', event(2));
    expect(statesOf()).toEqual(['sent', 'sent', 'sent']);
  });
});

test('a message with an event unknown to its channel is retried', async () => {
  const { mail } = cloud.partsFor(cloud.newProcess());
  const facts = { endpointId: endpoint.id, about: newId('submission'), at: 0, isOfSpam: false, hops: 0 };
  const event = { event: 'digest.due', ...facts };
  const known = { ...event, event: 'submission.created' };
  const messages = messagesOf(...[event, known].map((each) => ({ endpointId: endpoint.id, plan: [each] })));
  expect(await mail.consumer.consume({ lane: 'mail', messages, invocation: INVOCATION })).toEqual(['0']);
});
