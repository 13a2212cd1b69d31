import { SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import {
  classifySendFailure,
  type SendFailure,
} from '../../../../../../shared/deliveries/channels/mail/sendFailures.ts';
import { LEASE_MS } from '../../../../../../shared/deliveries/channels/mail/timing.ts';
import { failedNotificationKey, notificationKey } from '../../../../../../shared/storage/itemKeys.ts';
import { NotificationRecords } from '../../../../../../shared/storage/notificationRecords.ts';
import { FaultPlan } from '../../../../../support/simulator/faultPlan.ts';
import { SimulatedService, submissionIdOf } from '../../../../notifications/support/simulatedService.ts';

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

/** What each meaning leads to. */
interface Consequence {
  /** Whether it is queued. */
  queued: boolean;
  state: string;
  /** Whether a later attempt has to wait for the lease. */
  waits: boolean;
  listed: boolean;
}

const CONSEQUENCES: Record<SendFailure, Consequence> = {
  rejected: { queued: false, state: 'failed', waits: false, listed: true },
  throttled: { queued: true, state: 'claimed', waits: false, listed: false },
  unavailable: { queued: true, state: 'claimed', waits: false, listed: false },
  unknown: { queued: true, state: 'claimed', waits: true, listed: false },
};

describe('a notification that SES did not take', () => {
  beforeEach(() => {
    for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test.each(FAILURES)('because of %s', async (_what, error, meaning) => {
    let refusals = 1;
    const service = new SimulatedService({ refuse: () => (refusals-- > 0 ? error : undefined) });
    const { id: endpointId } = await service.newEndpoint([RECIPIENT]);
    const records = await service.submit(endpointId);
    const id = submissionIdOf(records[0] as DynamoDBRecord);
    await service.bring(records);
    expect(refusals).toBe(0);
    const record = await service.table.get(notificationKey(id, RECIPIENT));
    const entry = await service.table.get(failedNotificationKey(id, RECIPIENT));
    const waits = record?.state === 'claimed' && record.leaseUntil !== 0;
    const seen = {
      queued: service.queue.messages.length === 1,
      state: record?.state,
      waits,
      listed: entry !== undefined,
    };
    expect(seen).toEqual(CONSEQUENCES[meaning]);
    if (entry) expect(entry.reason).toBe(`${error.name}: ${error.message}`);
    // Not before the lease has run out.
    const [queued] = service.queue.messages;
    if (queued && waits) expect(queued.dueAt).toBeGreaterThan(Number(record.leaseUntil) - 1_000);

    await service.drain();
    expect(service.mails(id, RECIPIENT).length).toBe(seen.queued ? 1 : 0);
    const { attempts } = (await service.table.get(notificationKey(id, RECIPIENT))) as { attempts?: Set<string> };
    // An attempt stays on record unless SES surely did not accept the message.
    expect(attempts?.size).toBe(meaning === 'unknown' ? 2 : 1);
  });

  test('because of the Reply-To goes without it', async () => {
    const rejected = answered('BadRequestException', 400);
    const service = new SimulatedService({
      refuse: (_to, { replyTo }) => (replyTo === undefined ? undefined : rejected),
    });
    const { id: endpointId } = await service.newEndpoint([RECIPIENT]);
    await service.bring(await service.submit(endpointId, 1, '{"email":"ada@example.com"}'));
    expect(service.mailsTo(RECIPIENT)).toHaveLength(1);
    expect(service.mailsTo(RECIPIENT)[0]?.replyTo).toBeUndefined();
  });

  test('for three days is on the list of what failed, with the last reason', async () => {
    const service = new SimulatedService({ refuse: () => answered('TooManyRequestsException', 429) });
    const { id: endpointId } = await service.newEndpoint([RECIPIENT]);
    const startedAt = service.clock.now();
    await service.bring(await service.submit(endpointId));
    await service.drain();
    const days = (service.clock.now() - startedAt) / 86_400_000;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(3.2);
    const failures = [];
    for await (const failed of new NotificationRecords(service.table).failures()) failures.push(failed);
    expect(failures).toEqual([
      expect.objectContaining({
        recipient: RECIPIENT,
        reason: 'given up after three days: TooManyRequestsException',
      }),
    ]);
  });

  test('while its mark was out of reach beside one that was throttled is not sent again', async () => {
    const [marked, throttled] = [RECIPIENT, 'b@example.com'];
    let refusals = 1;
    const service = new SimulatedService({
      refuse: (to) => (to === throttled && refusals-- > 0 ? answered('TooManyRequestsException', 429) : undefined),
    });
    const { id: endpointId } = await service.newEndpoint([marked, throttled]);
    const records = await service.submit(endpointId);
    // Endpoint, hour, two claims, two messages, then the mark of the first.
    await service.bring(records, new FaultPlan([[7, 'unavailable']]));
    await service.drain();
    service.clock.advance(LEASE_MS);
    await service.bring(records);
    await service.drain();
    for (const to of [marked, throttled]) expect(service.mailsTo(to)).toHaveLength(1);
    const record = await service.table.get(notificationKey(submissionIdOf(records[0] as DynamoDBRecord), marked));
    expect(record?.state).toBe('sent');
  });
});
