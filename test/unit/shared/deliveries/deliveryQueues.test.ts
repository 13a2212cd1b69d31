import { beforeEach, describe, expect, test } from '@jest/globals';
import { QUEUE_DELAY_MAX_MS } from '../../../../shared/deliveries/timeoutsAndRetries.ts';
import { StorageUnavailable } from '../../../../shared/storage/table/failures.ts';
import { DUE_MESSAGES } from '../../../../shared/storage/table/partitions.ts';
import { ServiceFailure } from '../../../support/simulator/calls.ts';
import { SimulatedPipeline } from './support/simulatedPipeline.ts';

const MINUTE_MS = 60_000;
const MESSAGE = { channel: 'webhook', endpointId: 'enp_1', group: 'ws_1', tries: 0 } as const;
const LANES = ['mail', 'webhook', 'failingWebhook'] as const;

let cloud: SimulatedPipeline;
beforeEach(() => {
  cloud = new SimulatedPipeline();
});

const queues = () => cloud.partsFor(cloud.newProcess()).webhooks.queues;
const inTable = () => [...cloud.services.items.state().values()].filter(({ PK }) => PK === DUE_MESSAGES);
const inQueue = (lane: (typeof LANES)[number]) => cloud.services.queues[lane].messages;
const numbered = (tries: number) => ({ ...MESSAGE, tries });

function refuse(...services: string[]): void {
  cloud.services.outage = ({ service, action }) => {
    if (services.includes(service) && /^(Put|Send)/.test(action)) throw new ServiceFailure(503, 'ServiceUnavailable');
  };
}

describe('a message', () => {
  test.each([0, 1, QUEUE_DELAY_MAX_MS])('is delayed by its queue if due in %i ms', async (delayMs) => {
    const now = cloud.clock.now();
    await queues().send('webhook', MESSAGE, now + delayMs);
    expect(inTable()).toEqual([]);
    expect(inQueue('webhook').map(({ body }) => JSON.parse(body))).toEqual([MESSAGE]);
    const dueMs = (inQueue('webhook')[0]?.dueAt ?? 0) - now;
    expect(dueMs).toBeGreaterThanOrEqual(delayMs);
    expect(dueMs).toBeLessThan(delayMs + 2_000);
  });

  test('is stored once if due later, even if sent repeatedly, and queued when due', async () => {
    const dueAt = cloud.clock.now() + QUEUE_DELAY_MAX_MS + MINUTE_MS;
    for (let times = 0; times < 2; times++) await queues().send('webhook', MESSAGE, dueAt);
    expect([inTable().length, inQueue('webhook').length]).toEqual([1, 0]);
    expect(await queues().handOverDue()).toBe(0);
    cloud.clock.advanceTo(dueAt);
    expect(await queues().handOverDue()).toBe(1);
    expect([inTable().length, inQueue('webhook').length]).toEqual([0, 1]);
  });

  test('is stored if its queue rejects it, and queued once the queue accepts it', async () => {
    refuse('sqs');
    for (const lane of LANES) await queues().send(lane, MESSAGE);
    expect(inTable()).toHaveLength(3);
    await expect(queues().handOverDue()).rejects.toThrow('ServiceUnavailable');
    expect(inTable()).toHaveLength(3);
    refuse();
    cloud.clock.advance(MINUTE_MS);
    expect(await queues().handOverDue()).toBe(3);
    for (const lane of LANES) expect(inQueue(lane).length).toBeGreaterThanOrEqual(1);
    expect(inTable()).toEqual([]);
  });

  test('is reported if neither queue nor table accepts it', async () => {
    refuse('sqs', 'dynamodb');
    await expect(queues().send('webhook', MESSAGE)).rejects.toThrow(StorageUnavailable);
  });
});

describe('the clock', () => {
  test('moves a thousand due messages at a time', async () => {
    const now = cloud.clock.now();
    for (let tries = 0; tries < 1_010; tries++) await queues().holdBack('webhook', numbered(tries), now);
    expect(await queues().handOverDue()).toBe(1_000);
    expect(await queues().handOverDue()).toBe(10);
    expect(new Set(inQueue('webhook').map(({ body }) => body)).size).toBe(1_010);
  });

  test('moves due messages despite many that their queue rejects', async () => {
    const now = cloud.clock.now();
    for (let tries = 0; tries < 60; tries++)
      await queues().holdBack('mail', { ...numbered(tries), channel: 'mail' }, now - MINUTE_MS);
    await queues().holdBack('webhook', MESSAGE, now);
    cloud.services.outage = ({ service, input }) => {
      if (service === 'sqs' && String(input.QueueUrl).endsWith('mail')) throw new ServiceFailure(403, 'AccessDenied');
    };
    await expect(queues().handOverDue()).rejects.toThrow('AccessDenied');
    expect([inQueue('webhook').length, inTable().length]).toEqual([1, 60]);
  });

  test('removes an unreadable item, and moves the others', async () => {
    await cloud.table.put({ PK: DUE_MESSAGES, SK: '2020-01-01 00:00:00.000000#x', lane: 1 }, {});
    const item = { lane: 'none', body: '{}', group: 'ws_1', endpointId: 'enp_1' };
    await cloud.table.put({ PK: DUE_MESSAGES, SK: '2020-01-01 00:00:00.000000#y', ...item }, {});
    await queues().holdBack('mail', MESSAGE, cloud.clock.now());
    expect(await queues().handOverDue()).toBe(1);
    expect(inTable()).toEqual([]);
  });
});
