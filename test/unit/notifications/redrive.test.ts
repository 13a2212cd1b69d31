import { MessageRejected } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { type RedriveOutcome, redrive } from '../../../shared/deliveries/channels/mail/redrive.ts';
import { failedNotificationKey, notificationKey } from '../../../shared/storage/itemKeys.ts';
import { type FailedNotification, NotificationRecords } from '../../../shared/storage/notificationRecords.ts';
import { FaultPlan, heldCall } from '../../support/simulator/faultPlan.ts';
import { SINGLE_FAULTS } from './support/scenarios.ts';
import { SimulatedService, submissionIdOf } from './support/simulatedService.ts';

const RECIPIENT = 'a@example.com';
/** Several attempts outlast a lease. */
const RETRY_MS = 10_000;
const ATTEMPTS_MAX = 12;

beforeEach(() => {
  for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

type Refuse = (recipient: string) => Error | undefined;
const refuse: Refuse = () => new MessageRejected({ message: 'no such mailbox', $metadata: {} });

/** A notification that failed, and a service around it. */
async function givenFailure() {
  let refusing: Refuse = () => undefined;
  const service = new SimulatedService({ refuse: (recipient) => refusing(recipient) });
  const { id: endpointId } = await service.newEndpoint([RECIPIENT, 'b@example.com']);
  const [record] = await service.submit(endpointId);
  const failed: FailedNotification = {
    about: submissionIdOf(record as DynamoDBRecord),
    endpointId,
    recipient: RECIPIENT,
    reason: 'no such mailbox',
    failedAt: '',
  };
  const records = new NotificationRecords(service.table, service.clock.now);
  await records.recordFailure(failed, failed.reason);
  /** The command for this one notification; it fails or dies as the plan says. */
  const attempt = (plan: FaultPlan, refused: Refuse = () => undefined): Promise<Attempted> => {
    refusing = refused;
    const process = service.newProcess(plan);
    const run = redrive(failed, service.partsFor(process));
    return process.outcomeOf(run.catch(() => 'failed to run' as const));
  };
  return { service, failed, records, attempt };
}

type Attempted = RedriveOutcome | 'died' | 'failed to run';
type Failure = Awaited<ReturnType<typeof givenFailure>>;

const isListed = async ({ service, failed }: Failure): Promise<boolean> =>
  (await service.table.get(failedNotificationKey(failed.about, failed.recipient))) !== undefined;

/** Repeats the command until the notification is off the list. */
async function repeat(failure: Failure, plan: FaultPlan): Promise<void> {
  for (let times = 0; times < ATTEMPTS_MAX && (await isListed(failure)); times++) {
    await failure.attempt(plan);
    failure.service.clock.advance(RETRY_MS);
  }
}

async function expectSent(failure: Failure): Promise<void> {
  const { service, failed } = failure;
  const { about, recipient } = failed;
  const times = service.mails(about, recipient).length;
  expect(times).toBeGreaterThanOrEqual(1);
  expect(times).toBeLessThanOrEqual(1 + (await service.timesExcused(about, recipient)));
  expect(await isListed(failure)).toBe(false);
  expect((await service.table.get(notificationKey(about, recipient)))?.state).toBe('sent');
}

/** One runs up to a call and waits there while another runs whole. */
async function runTwoAtOnce({ attempt }: Failure, call: number, refusing?: Refuse): Promise<void> {
  const { fault, reached, release } = heldCall();
  const first = attempt(new FaultPlan([[call, fault]]), refusing);
  await reached;
  await attempt(new FaultPlan(), refusing);
  release(undefined);
  await first;
}

/** Calls of a redrive: endpoint, submission, claim, message, mark, and off the list. */
const CALLS = [1, 2, 3, 4, 5, 6];

describe('the redrive of a failed notification', () => {
  test('takes six calls, sends once, and is no longer listed', async () => {
    const failure = await givenFailure();
    const plan = new FaultPlan();
    expect(await failure.attempt(plan)).toBe('sent');
    expect(plan.calls).toHaveLength(CALLS.length);
    await expectSent(failure);
  });

  test.each(SINGLE_FAULTS.filter((kind) => kind !== 'late'))(
    'may be repeated until it is done after the fault "%s" at any call',
    async (kind) => {
      for (const call of CALLS) {
        const failure = await givenFailure();
        await repeat(failure, new FaultPlan([[call, kind]]));
        await expectSent(failure);
      }
    },
  );

  test.each(CALLS)('sends once when two run at once, one of which waits at call %i', async (call) => {
    const failure = await givenFailure();
    await runTwoAtOnce(failure, call);
    await repeat(failure, new FaultPlan());
    await expectSent(failure);
    expect(failure.service.mails(failure.failed.about, RECIPIENT).length).toBe(1);
  });

  test.each([1, 2, 3, 4, 5])(
    'leaves on the list what fails again when two run at once, one of which waits at call %i',
    async (call) => {
      const failure = await givenFailure();
      await runTwoAtOnce(failure, call, refuse);
      expect(await isListed(failure)).toBe(true);
      await repeat(failure, new FaultPlan());
      await expectSent(failure);
    },
  );

  test('leaves on the list what fails again while another, which found it claimed, asks what became of it', async () => {
    const failure = await givenFailure();
    const [asked, claimed] = [heldCall(), heldCall()];
    // Call 4 of the one with the claim is the message; of the other, the question.
    const one = failure.attempt(new FaultPlan([[4, claimed.fault]]), refuse);
    await claimed.reached;
    const other = failure.attempt(new FaultPlan([[4, asked.fault]]), refuse);
    await asked.reached;
    claimed.release(undefined);
    expect(await one).toBe('failed');
    asked.release(undefined);
    await other;
    expect(await isListed(failure)).toBe(true);
  });

  test('leaves on the list what comes back before it is marked as sent', async () => {
    const failure = await givenFailure();
    const mark = heldCall();
    const redriven = failure.attempt(new FaultPlan([[5, mark.fault]]));
    await mark.reached;
    await failure.records.recordFailure(failure.failed, 'bounced: General');
    mark.release(undefined);
    expect(await redriven).toBe('failed');
    expect(await isListed(failure)).toBe(true);
  });

  test('leaves on the list what fails again, and sends it once the cause is gone', async () => {
    const failure = await givenFailure();
    expect(await failure.attempt(new FaultPlan(), refuse)).toBe('failed');
    expect(await isListed(failure)).toBe(true);
    expect(await failure.attempt(new FaultPlan())).toBe('sent');
    await expectSent(failure);
  });

  test('of a stream record whose submission still cannot be read puts it on the list', async () => {
    const service = new SimulatedService();
    const { id: endpointId } = await service.newEndpoint([RECIPIENT]);
    const [record] = await service.submit(endpointId, 1, '{"message":');
    const about = submissionIdOf(record as DynamoDBRecord);
    const run = () => redrive({ about, endpointId, recipient: '*' }, service.partsFor(service.newProcess()));
    for (const _time of ['first', 'second']) expect(await run()).toBe('failed');
    const failures = [];
    for await (const failed of new NotificationRecords(service.table).failures()) failures.push(failed);
    expect(failures).toEqual([expect.objectContaining({ about, recipient: '*', reason: 'unreadable: SyntaxError' })]);
  });
});
