import { describe, expect, test } from '@jest/globals';
import { digestAt } from '../../../../shared/deliveries/digestId.ts';
import { mailId } from '../../../../shared/storage/deliveryKeys.ts';
import { submittedAt } from '../../../../shared/storage/itemKeys.ts';
import { MailLog } from '../../../../shared/storage/mailLog.ts';
import { FaultPlan, heldCall } from '../../../support/simulator/faultPlan.ts';
import { itemWrittenBy } from '../../../support/simulator/mutants.ts';
import { arrayChannel } from './support/arrayChannel.ts';
import { SimulatedPipeline } from './support/simulatedPipeline.ts';

const ADDRESS = 'a@example.com';
/** Each reading advances the simulated clock by a millisecond. */
const READINGS_MS = 1_000;

async function given(failures = 0) {
  const written: { id: string; atMs: number }[] = [];
  const times: number[] = [];
  let left = failures;
  const write = (id: string) => {
    times.push(cloud.clock.now());
    if (left-- > 0) throw new Error('the array is full');
    written.push({ id, atMs: cloud.clock.now() });
  };
  const cloud = new SimulatedPipeline({
    inPlaceOfMail: ({ mail }) =>
      arrayChannel(async (endpointId) => (await mail.endpoints.find(endpointId))?.targetEmails ?? [], write),
  });
  const endpoint = await cloud.newEndpoint([ADDRESS]);
  const [about = ''] = await cloud.submit(endpoint);
  const id = mailId(about, ADDRESS);
  const log = () => new MailLog(cloud.table).about(endpoint.id, about, digestAt(endpoint.id, submittedAt(about)).id);
  return { cloud, about, id, written, times, log };
}

describe('a channel that writes to an array', () => {
  test('writes each delivery once, at the cost of two writes', async () => {
    const { cloud, id, written, log } = await given();
    cloud.plan = new FaultPlan();
    await cloud.settleNow();
    expect(written.map((each) => each.id)).toEqual([id]);
    const writes = cloud.plan.calls.map(itemWrittenBy).filter((item) => String(item?.PK).startsWith('DELIVERY#'));
    expect(writes).toHaveLength(2);
    expect(await log()).toEqual([{ recipient: ADDRESS, state: 'sent', inDigest: false, sentAt: expect.any(String) }]);
    cloud.sources.rewind();
    await cloud.settle();
    expect(written).toHaveLength(1);
  });

  test('gets claims: a second invocation leaves a delivery to the one that has claimed it', async () => {
    const { cloud, written } = await given();
    const { fault, reached, release } = heldCall();
    cloud.plan = new FaultPlan([[4, fault]]);
    const settled = cloud.settle();
    await reached;
    await cloud.invoke(cloud.latest?.name ?? '', cloud.latest?.event, new FaultPlan());
    release(undefined);
    await settled;
    expect(written).toHaveLength(1);
    expect(cloud.messages()).toEqual([]);
  });

  test('gets retries, in its own rhythm', async () => {
    const { cloud, id, times, written, log } = await given(3);
    await cloud.settleNow();
    expect(await log()).toEqual([{ recipient: ADDRESS, state: 'sending', inDigest: false }]);
    await cloud.settle();
    expect(written).toHaveLength(1);
    const waits = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    for (const [i, expected] of [5_000, 60_000, 3_600_000].entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(expected - READINGS_MS);
      expect(waits[i]).toBeLessThan(expected + READINGS_MS);
    }
    expect(cloud.recordOf(id)).toMatchObject({ state: 'sent', attempts: [{}, {}, {}, { durationMs: 0 }] });
    expect(cloud.counted).toMatchObject({ sent: 1, retried: 3, failed: 0 });
  });

  test('gives up after its last retry, is listed, and can be redriven', async () => {
    const { cloud, about, written, log } = await given(4);
    await cloud.settle();
    const reason = 'gave up: Error';
    expect(await log()).toEqual([
      { recipient: ADDRESS, state: 'failed', inDigest: false, failedAt: expect.any(String), reason },
    ]);
    expect(await cloud.failures()).toEqual([expect.objectContaining({ about, recipient: ADDRESS, reason })]);
    await cloud.redriveAll();
    expect(written).toHaveLength(1);
    expect(await cloud.failures()).toEqual([]);
    expect((await log()).map(({ state }) => state)).toEqual(['sent']);
  });
});
