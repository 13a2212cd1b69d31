import { MessageRejected } from '@aws-sdk/client-sesv2';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { newId } from '../../shared/ids.ts';
import { type FailedNote, Notes } from '../../shared/notifications/notes.ts';
import { type RedriveOutcome, redrive } from '../../shared/notifications/redrive.ts';
import { failedNoteKey, noteKey } from '../../shared/repositories/itemKeys.ts';
import type { SubmissionWithData } from '../../shared/schemas/submission.ts';
import { newEndpoint, newWorkspace, sharedTable } from '../support/service.ts';
import { FAULT_KINDS, FaultPlan, Invocation, waiting } from './support/faultyCalls.ts';
import { nameOfNote, World } from './support/world.ts';

const RECIPIENT = 'a@example.com';
/** Several attempts outlast a lease. */
const RETRY_MS = 10_000;
const ATTEMPTS_MAX = 12;

let endpointId: string;

beforeAll(async () => {
  const { key } = await newWorkspace();
  endpointId = (await newEndpoint(key, { targetEmails: [RECIPIENT, 'b@example.com'] })).id;
});
beforeEach(() => {
  for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

type Refuse = (recipient: string) => Error | undefined;
const refuse: Refuse = () => new MessageRejected({ message: 'no such mailbox', $metadata: {} });

/** A notification that failed, and a world around it. */
async function givenFailure() {
  const submission: SubmissionWithData = {
    id: newId('submission'),
    endpointId,
    data: { message: 'Hello' },
    location: 'Unknown',
    isRead: false,
    isSpam: false,
  };
  const world = new World(sharedTable());
  const failed: FailedNote = {
    submissionId: submission.id,
    endpointId,
    recipient: RECIPIENT,
    reason: 'no such mailbox',
    failedAt: '',
  };
  await new Notes(sharedTable(), world.clock.now).recordFailure(failed, failed.reason);
  /** The command for this one notification; it fails or dies as the plan says. */
  const attempt = (plan: FaultPlan, refusing?: Refuse): Promise<RedriveOutcome | 'died' | 'failed to run'> => {
    const invocation = new Invocation(plan);
    // The submission is in no table, so that nothing but the command announces it.
    const submissions = { find: () => invocation.call('table', async () => submission) };
    const run = redrive(failed, { ...world.partsFor(invocation, refusing), submissions });
    return invocation.outcomeOf(run.catch(() => 'failed to run' as const));
  };
  return { world, failed, attempt };
}

type Failure = Awaited<ReturnType<typeof givenFailure>>;

const isListed = async ({ submissionId, recipient }: FailedNote): Promise<boolean> =>
  (await sharedTable().get(failedNoteKey(submissionId, recipient))) !== undefined;

/** Repeats the command until the notification is off the list. */
async function repeat({ world, failed, attempt }: Failure, plan: FaultPlan): Promise<void> {
  for (let times = 0; times < ATTEMPTS_MAX && (await isListed(failed)); times++) {
    await attempt(plan);
    world.clock.advance(RETRY_MS);
  }
}

async function expectSent({ world, failed }: Failure): Promise<void> {
  const note = nameOfNote(failed.submissionId, failed.recipient);
  expect(world.timesSent(note)).toBeGreaterThanOrEqual(1);
  expect(world.timesSent(note)).toBeLessThanOrEqual(1 + world.timesExcused(note));
  expect(await isListed(failed)).toBe(false);
  expect((await sharedTable().get(noteKey(failed.submissionId, failed.recipient)))?.state).toBe('sent');
}

/** One runs up to a call and waits there while another runs whole. */
async function runTwoAtOnce({ attempt }: Failure, call: number, refusing?: Refuse): Promise<void> {
  const { wait, reached, goOn } = waiting();
  const first = attempt(new FaultPlan([[call, wait]]), refusing);
  await reached;
  await attempt(new FaultPlan(), refusing);
  goOn('none');
  await first;
}

/** Calls of a redrive: endpoint, submission, claim, message, mark, and off the list. */
const CALLS = [1, 2, 3, 4, 5, 6];

describe('the redrive of a failed notification', () => {
  test('takes six calls, sends once, and is no longer listed', async () => {
    const failure = await givenFailure();
    const plan = new FaultPlan();
    expect(await failure.attempt(plan)).toBe('sent');
    expect(plan.calls).toBe(CALLS.length);
    await expectSent(failure);
  });

  test.each(FAULT_KINDS.filter((kind) => kind !== 'slow'))(
    'may be repeated until it is done when at any call it %s',
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
    expect(failure.world.timesSent(nameOfNote(failure.failed.submissionId, RECIPIENT))).toBe(1);
  });

  test.each([1, 2, 3, 4, 5])(
    'leaves on the list what fails again when two run at once, one of which waits at call %i',
    async (call) => {
      const failure = await givenFailure();
      await runTwoAtOnce(failure, call, refuse);
      expect(await isListed(failure.failed)).toBe(true);
      await repeat(failure, new FaultPlan());
      await expectSent(failure);
    },
  );

  test('leaves on the list what fails again while another, which found it claimed, asks what became of it', async () => {
    const failure = await givenFailure();
    const [asked, claimed] = [waiting(), waiting()];
    // Call 4 of the one with the claim is the message; of the other, the question.
    const one = failure.attempt(new FaultPlan([[4, claimed.wait]]), refuse);
    await claimed.reached;
    const other = failure.attempt(new FaultPlan([[4, asked.wait]]), refuse);
    await asked.reached;
    claimed.goOn('none');
    expect(await one).toBe('failed');
    asked.goOn('none');
    await other;
    expect(await isListed(failure.failed)).toBe(true);
  });

  test('leaves on the list what comes back before it is marked as sent', async () => {
    const failure = await givenFailure();
    const mark = waiting();
    const redriven = failure.attempt(new FaultPlan([[5, mark.wait]]));
    await mark.reached;
    await new Notes(sharedTable(), failure.world.clock.now).recordFailure(failure.failed, 'bounced: General');
    mark.goOn('none');
    expect(await redriven).toBe('failed');
    expect(await isListed(failure.failed)).toBe(true);
  });

  test('leaves on the list what fails again, and sends it once the cause is gone', async () => {
    const failure = await givenFailure();
    expect(await failure.attempt(new FaultPlan(), refuse)).toBe('failed');
    expect(await isListed(failure.failed)).toBe(true);
    expect(await failure.attempt(new FaultPlan())).toBe('sent');
    await expectSent(failure);
  });
});
