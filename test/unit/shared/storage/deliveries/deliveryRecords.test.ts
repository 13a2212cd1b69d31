import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mailDelivery } from '../../../../../shared/deliveries/channels/mail/mailDelivery.ts';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { type Claim, DeliveryRecords } from '../../../../../shared/storage/deliveries/deliveryRecords.ts';
import type { Delivery, DeliveryRecord } from '../../../../../shared/storage/deliveries/storedDelivery.ts';
import { SimulatedStorage } from '../../../../support/simulator/simulatedStorage.ts';

const LEASE_MS = 1_000;

let cloud: SimulatedStorage;
let records: DeliveryRecords;
let delivery: Delivery;
let claim: Claim;
beforeEach(async () => {
  cloud = new SimulatedStorage();
  records = new DeliveryRecords(cloud.table, cloud.clock.now);
  const { id: endpointId } = await cloud.newEndpoint();
  delivery = mailDelivery({ about: newId('submission'), endpointId, recipient: 'a@example.com' });
  claim = (await records.begin(delivery, LEASE_MS)) as Claim;
});

const state = async () => (await records.find(delivery))?.state;

test('one of two concurrent claims of an attempt succeeds', async () => {
  cloud.clock.advance(LEASE_MS);
  const found = (await records.find(delivery)) as DeliveryRecord;
  const claims = await Promise.all([records.claim(found, LEASE_MS), records.claim(found, LEASE_MS)]);
  expect(claims.filter((each) => each !== undefined)).toHaveLength(1);
});

test.each(['sent', 'pending'] as const)(
  'a claim fails if a concurrent attempt has left the delivery %s',
  async (state) => {
    const planned = { ...delivery, id: 'planned' };
    await records.plan([planned]);
    const found = (await records.find(planned)) as DeliveryRecord;
    const other = (await records.claim(found, LEASE_MS)) as Claim;
    await records.record(other, {
      state,
      nextAttemptAt: state === 'pending' ? '2026-01-01 00:00:00.000000' : undefined,
    });
    expect(await records.claim(found, LEASE_MS)).toBeUndefined();
    expect((await records.find(planned))?.claim).toBeUndefined();
  },
);

test('an attempt is claimed even if the write was repeated after a lost response', async () => {
  cloud.clock.advance(LEASE_MS);
  const found = (await records.find(delivery)) as DeliveryRecord;
  const update = cloud.table.update.bind(cloud.table);
  jest.spyOn(cloud.table, 'update').mockImplementation(async (input) => {
    await update(input);
    return update(input);
  });
  expect((await records.claim(found, LEASE_MS))?.claim).toBe((await records.find(delivery))?.claim);
});

describe('a success after the lease has expired', () => {
  async function takeOver(): Promise<Claim> {
    cloud.clock.advance(LEASE_MS);
    const found = await records.find(delivery);
    return (found && (await records.claim(found, LEASE_MS))) as Claim;
  }

  test('counts even if the attempt that took over is pending or has failed', async () => {
    const other = await takeOver();
    expect(await records.record(claim, { state: 'sent' })).toBe('sent');
    expect(await state()).toBe('sent');
    expect(await records.record(other, { state: 'failed', reason: 'rejected' })).toBe('failed');
    expect(await state()).toBe('sent');
  });

  test('replaces a failure of the attempt that took over', async () => {
    await records.record(await takeOver(), { state: 'failed', reason: 'rejected' });
    expect(await state()).toBe('failed');
    expect(await records.record(claim, { state: 'sent' })).toBe('sent');
    expect(await records.find(delivery)).toMatchObject({ state: 'sent' });
  });
});
