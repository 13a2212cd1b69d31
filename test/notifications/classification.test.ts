import { SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { LEASE_MS } from '../../shared/notifications/notes.ts';
import { classifySendFailure, type SendFailure } from '../../shared/notifications/sendFailures.ts';
import { failedNoteKey, noteKey } from '../../shared/repositories/itemKeys.ts';
import { newEndpoint, newWorkspace, sharedTable } from '../support/service.ts';
import { FaultPlan, Invocation } from './support/faultyCalls.ts';
import { nameOfNote, newRecords, submissionIdOf, World } from './support/world.ts';

const answered = (name: string, httpStatusCode: number): Error =>
  new SESv2ServiceException({
    name,
    message: 'as SES says',
    $fault: httpStatusCode < 500 ? 'client' : 'server',
    $metadata: { httpStatusCode },
  });

const ofNetwork = (more: object): Error => Object.assign(new Error('no answer'), more);

/** What SES's client may throw, and what it means. */
const FAILURES: [string, Error, SendFailure][] = [
  ...(
    [
      ['TooManyRequestsException', 429, 'throttled'],
      ['ThrottlingException', 400, 'throttled'],
      ['Throttling', 400, 'throttled'],
      ['LimitExceededException', 400, 'throttled'],
      ['SendingPausedException', 400, 'unavailable'],
      ['ServiceUnavailable', 503, 'unavailable'],
      ['InternalServiceErrorException', 500, 'unknown'],
      ['ExpiredTokenException', 403, 'unavailable'],
      ['MessageRejected', 400, 'rejected'],
      ['MailFromDomainNotVerifiedException', 400, 'rejected'],
      ['AccountSuspendedException', 400, 'rejected'],
      ['BadRequestException', 400, 'rejected'],
      ['NotFoundException', 404, 'rejected'],
      ['AccessDeniedException', 403, 'rejected'],
      ['SomethingNew', 429, 'throttled'],
      ['SomethingNew', 500, 'unknown'],
      ['SomethingNew', 502, 'unknown'],
      ['SomethingNew', 422, 'rejected'],
    ] as const
  ).map(([name, status, meaning]): [string, Error, SendFailure] => [
    `${name} with status ${status}`,
    answered(name, status),
    meaning,
  ]),
  ['a refused connection', ofNetwork({ code: 'ECONNREFUSED' }), 'unavailable'],
  ['a name that is not known', ofNetwork({ code: 'ENOTFOUND' }), 'unavailable'],
  ['a name server that does not answer', ofNetwork({ code: 'EAI_AGAIN' }), 'unavailable'],
  ['a connection that breaks', ofNetwork({ code: 'ECONNRESET', $metadata: { attempts: 1 } }), 'unknown'],
  ['a pipe that breaks', ofNetwork({ code: 'EPIPE' }), 'unknown'],
  ['an answer that does not come', ofNetwork({ name: 'TimeoutError', $metadata: { attempts: 1 } }), 'unknown'],
  ['an answer that nobody can read', ofNetwork({ name: 'SyntaxError', $metadata: {} }), 'unknown'],
];

test.each(FAILURES)('%s is understood', (_what, error, meaning) => {
  expect(classifySendFailure(error)).toBe(meaning);
});

test('what is no error is not understood', () => {
  expect(classifySendFailure('no answer')).toBe('unknown');
});

const RECIPIENT = 'a@example.com';
/** Attempts within one invocation while SES throttles. */
const THROTTLED_ATTEMPTS = 4;

/** What each meaning leads to. */
interface Consequence {
  attempts: number;
  /** Whether the record comes again. */
  again: boolean;
  state: string;
  /** Whether a later attempt has to wait for the lease. */
  waits: boolean;
  listed: boolean;
}

const CONSEQUENCES: Record<SendFailure, Consequence> = {
  rejected: { attempts: 1, again: false, state: 'failed', waits: false, listed: true },
  throttled: { attempts: THROTTLED_ATTEMPTS, again: true, state: 'claimed', waits: false, listed: false },
  unavailable: { attempts: 1, again: true, state: 'claimed', waits: false, listed: false },
  unknown: { attempts: 1, again: true, state: 'claimed', waits: true, listed: false },
};

describe('a notification that SES did not take', () => {
  let endpointId: string;

  beforeAll(async () => {
    const { key } = await newWorkspace();
    endpointId = (await newEndpoint(key, { targetEmails: [RECIPIENT] })).id;
  });
  beforeEach(() => {
    for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const announce = (world: World, record: DynamoDBRecord, refuse?: () => Error) =>
    world.announce(new Invocation(new FaultPlan()), [record], refuse);

  test.each(FAILURES)('because of %s', async (_what, error, meaning) => {
    const [record] = newRecords(endpointId, 1) as [DynamoDBRecord];
    const id = submissionIdOf(record);
    const world = new World(sharedTable());
    let attempts = 0;
    const refuse = () => {
      attempts++;
      return error;
    };
    const comingAgain = await announce(world, record, refuse);
    const note = await sharedTable().get(noteKey(id, RECIPIENT));
    const entry = await sharedTable().get(failedNoteKey(id, RECIPIENT));
    const waits = note?.state === 'claimed' && note.leaseUntil !== 0;
    const seen = { attempts, again: comingAgain.length > 0, state: note?.state, waits, listed: entry !== undefined };
    expect(seen).toEqual(CONSEQUENCES[meaning]);
    if (entry) expect(entry.reason).toBe(`${error.name}: ${error.message}`);

    // It is sent by the next delivery, by the first after the lease, or by nobody but the redrive.
    await announce(world, record);
    const timesSent = () => world.timesSent(nameOfNote(id, RECIPIENT));
    expect(timesSent()).toBe(seen.again && !seen.waits ? 1 : 0);
    world.clock.advance(LEASE_MS);
    await announce(world, record);
    expect(timesSent()).toBe(seen.again ? 1 : 0);
    await sharedTable().delete(failedNoteKey(id, RECIPIENT));
  });
});
