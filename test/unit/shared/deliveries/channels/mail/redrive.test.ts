import { MessageRejected } from '@aws-sdk/client-sesv2';
import { describe, expect, test } from '@jest/globals';
import { mailDelivery } from '../../../../../../shared/deliveries/channels/mail/mailDelivery.ts';
import { mailId } from '../../../../../../shared/storage/deliveries/deliveryKeys.ts';
import { DeliveryRecords } from '../../../../../../shared/storage/deliveries/deliveryRecords.ts';
import type { FailedDelivery } from '../../../../../../shared/storage/deliveries/failedDeliveries.ts';
import { directClients } from '../../../../../support/simulator/directClients.ts';
import { type FaultName, kindsFor } from '../../../../../support/simulator/faultKinds.ts';
import { FaultPlan, heldCall } from '../../../../../support/simulator/faultPlan.ts';
import { SimulatedPipeline } from '../../support/simulatedPipeline.ts';

const RECIPIENT = 'a@example.com';
const ATTEMPTS_MAX = 12;

const rejected = () => new MessageRejected({ message: 'no such mailbox', $metadata: {} });

/** A rejected mail, and an SES that now accepts it unless a test says otherwise. */
async function givenFailure() {
  let refuse: () => Error | undefined = rejected;
  const cloud = new SimulatedPipeline({ refuse: (recipient) => (recipient === RECIPIENT ? refuse() : undefined) });
  const endpoint = await cloud.newEndpoint({ targetEmails: [RECIPIENT, 'b@example.com'] });
  const [about = ''] = await cloud.submit(endpoint);
  await cloud.settle();
  const [failed] = (await cloud.failures()) as [FailedDelivery];
  refuse = () => undefined;
  const attempt = (plan = new FaultPlan()) => {
    const process = cloud.newProcess(plan);
    return process.outcomeOf(cloud.redrive(failed, directClients(process).table).catch(() => 'failed to run' as const));
  };
  const fail = (reason: string) =>
    new DeliveryRecords(cloud.table, cloud.clock.now).fail(
      mailDelivery({ about, endpointId: endpoint.id, recipient: RECIPIENT }),
      reason,
    );
  const refuseAgain = () => {
    refuse = rejected;
  };
  return { cloud, endpoint, failed, id: mailId(about, RECIPIENT), attempt, fail, refuseAgain };
}
type Failure = Awaited<ReturnType<typeof givenFailure>>;

const isListed = async ({ cloud }: Failure): Promise<boolean> => (await cloud.failures()).length > 0;

async function expectSentOnce(failure: Failure): Promise<void> {
  const { cloud, id } = failure;
  await cloud.settle();
  expect(cloud.mailsTo(RECIPIENT)).toHaveLength(1);
  expect(cloud.mailsTo('b@example.com')).toHaveLength(1);
  expect(await isListed(failure)).toBe(false);
  expect(cloud.recordOf(id)).toMatchObject({ state: 'sent' });
  expect(cloud.messages()).toEqual([]);
}

/** The command's calls: read endpoint and record, make pending, store the message, remove from the list. */
const CALLS = [1, 2, 3, 4, 5];

describe('the redrive of a failed mail', () => {
  test('takes five calls and sends it once, within a minute', async () => {
    const failure = await givenFailure();
    const { cloud, attempt } = failure;
    const plan = new FaultPlan();
    expect(await attempt(plan)).toBe('redriven');
    expect(plan.calls).toHaveLength(CALLS.length);
    await cloud.settleUntil(cloud.clock.now() + 60_000);
    expect(cloud.mailsTo(RECIPIENT)).toHaveLength(1);
    await expectSentOnce(failure);
  });

  const kinds = kindsFor({ service: 'dynamodb', action: 'PutItem', input: {} }, 'consumers');
  test.each(kinds.filter((kind) => kind !== 'late'))(
    'can be repeated until it succeeds after the fault "%s" at any call',
    async (kind: FaultName) => {
      for (const call of CALLS) {
        const failure = await givenFailure();
        const plan = new FaultPlan([[call, kind]]);
        for (let times = 0; times < ATTEMPTS_MAX && (await isListed(failure)); times++) await failure.attempt(plan);
        await expectSentOnce(failure);
      }
    },
  );

  test.each(CALLS.flatMap((call) => ['another runs', 'due messages are moved'].map((what) => [what, call] as const)))(
    'sends it once if %s while it is paused at call %i',
    async (what, call) => {
      const failure = await givenFailure();
      const { fault, reached, release } = heldCall();
      const paused = failure.attempt(new FaultPlan([[call, fault]]));
      await reached;
      if (what === 'another runs') await failure.attempt();
      await failure.cloud.settle();
      release(undefined);
      await paused;
      await expectSentOnce(failure);
    },
  );

  test('keeps it on the list if it is rejected again, and sends it once the cause is gone', async () => {
    const failure = await givenFailure();
    failure.refuseAgain();
    await failure.attempt();
    await failure.cloud.settle();
    expect(await failure.cloud.failures()).toEqual([
      expect.objectContaining({ recipient: RECIPIENT, reason: 'MessageRejected: no such mailbox' }),
    ]);
    expect(failure.cloud.recordOf(failure.id)).toMatchObject({ state: 'failed' });
  });

  test('keeps it on the list if it bounces before its success is recorded', async () => {
    const failure = await givenFailure();
    const { cloud, attempt, fail } = failure;
    await attempt();
    cloud.services.outage = async ({ service, input }) => {
      const { ':state': state } = (input.ExpressionAttributeValues ?? {}) as { ':state'?: string };
      if (service === 'dynamodb' && state === 'sent' && !(await isListed(failure))) await fail('bounced: General');
    };
    await cloud.settle();
    expect(cloud.mailsTo(RECIPIENT)).toHaveLength(1);
    expect(cloud.recordOf(failure.id)).toMatchObject({ state: 'failed', reason: 'bounced: General' });
    expect(await isListed(failure)).toBe(true);
  });

  test('of a replaced recipient sends to the new one', async () => {
    const { cloud, endpoint, attempt } = await givenFailure();
    const targetEmails = ['new@example.com', 'b@example.com'];
    await cloud.repositories.endpoints.update(endpoint, { targetEmails });
    expect(await attempt()).toBe('redriven');
    await cloud.settle();
    expect([RECIPIENT, ...targetEmails].map((to) => cloud.mailsTo(to).length)).toEqual([0, 1, 1]);
  });

  test('sends nothing for a deleted endpoint, or with notifications off', async () => {
    const off = await givenFailure();
    await off.cloud.repositories.endpoints.update(off.endpoint, { emailNotifications: false });
    expect(await off.attempt()).toBe('off');
    expect(await isListed(off)).toBe(true);
    const gone = await givenFailure();
    await gone.cloud.repositories.endpoints.delete(gone.endpoint);
    expect(await gone.attempt()).toBe('gone');
    expect(await isListed(gone)).toBe(false);
    for (const { cloud } of [off, gone]) {
      await cloud.settle();
      expect(cloud.mailsTo(RECIPIENT)).toEqual([]);
    }
  });

  test('of an unreadable submission puts it on the list again', async () => {
    const cloud = new SimulatedPipeline();
    const endpoint = await cloud.newEndpoint({ targetEmails: [RECIPIENT] });
    await cloud.submit(endpoint, 1, '{"message":');
    await cloud.settle();
    const failures = await cloud.failures();
    expect(failures).toEqual([expect.objectContaining({ recipient: '*', reason: 'unreadable: SyntaxError' })]);
    await cloud.redriveAll();
    expect((await cloud.failures()).map(({ reason }) => reason)).toEqual(['unreadable: SyntaxError']);
  });
});
