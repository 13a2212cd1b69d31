import { SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { describe, expect, test } from '@jest/globals';
import {
  classifySendFailure,
  type SendFailure,
} from '../../../../../../../shared/deliveries/channels/mail/sending/sendFailures.ts';
import { mailId } from '../../../../../../../shared/storage/deliveries/deliveryKeys.ts';
import { ServiceFailure } from '../../../../../../support/simulator/calls.ts';
import { SimulatedPipeline } from '../../../support/simulatedPipeline.ts';

const answered = (name: string, httpStatusCode: number): Error =>
  new SESv2ServiceException({
    name,
    message: 'as SES says',
    $fault: httpStatusCode < 500 ? 'client' : 'server',
    $metadata: { httpStatusCode },
  });

const ofNetwork = (more: object): Error => Object.assign(new Error('no answer'), more);

const FAILURES: [string, Error, SendFailure][] = [
  ...(
    [
      ['TooManyRequestsException', 429, 'delayed'],
      ['ThrottlingException', 400, 'delayed'],
      ['Throttling', 400, 'delayed'],
      ['LimitExceededException', 400, 'delayed'],
      ['SendingPausedException', 400, 'delayed'],
      ['ServiceUnavailable', 503, 'delayed'],
      ['InternalServiceErrorException', 500, 'unknown'],
      ['ExpiredTokenException', 403, 'delayed'],
      ['MessageRejected', 400, 'rejected'],
      ['MailFromDomainNotVerifiedException', 400, 'rejected'],
      ['AccountSuspendedException', 400, 'rejected'],
      ['BadRequestException', 400, 'rejected'],
      ['NotFoundException', 404, 'rejected'],
      ['AccessDeniedException', 403, 'rejected'],
      ['SomethingNew', 429, 'delayed'],
      ['SomethingNew', 500, 'unknown'],
      ['SomethingNew', 502, 'unknown'],
      ['SomethingNew', 503, 'delayed'],
      ['SomethingNew', 422, 'rejected'],
    ] as const
  ).map(([name, status, meaning]): [string, Error, SendFailure] => [
    `${name} with status ${status}`,
    answered(name, status),
    meaning,
  ]),
  ['a refused connection', ofNetwork({ code: 'ECONNREFUSED' }), 'delayed'],
  ['a name that is not known', ofNetwork({ code: 'ENOTFOUND' }), 'delayed'],
  ['a name server that does not answer', ofNetwork({ code: 'EAI_AGAIN' }), 'delayed'],
  ['a connection that breaks', ofNetwork({ code: 'ECONNRESET', $metadata: { attempts: 1 } }), 'unknown'],
  ['a handshake that breaks', ofNetwork({ code: 'ECONNRESET', isUnsent: true }), 'delayed'],
  ['a pipe that breaks', ofNetwork({ code: 'EPIPE' }), 'unknown'],
  ['an answer that does not come', ofNetwork({ name: 'TimeoutError', $metadata: { attempts: 1 } }), 'unknown'],
  ['an answer that nobody can read', ofNetwork({ name: 'SyntaxError', $metadata: {} }), 'unknown'],
];

test.each(FAILURES)('%s is classified', (_what, error, meaning) => {
  expect(classifySendFailure(error)).toBe(meaning);
});

test('values other than errors are `unknown`', () => {
  expect(classifySendFailure('no answer')).toBe('unknown');
});

const RECIPIENT = 'a@example.com';

const DAY_MS = 86_400_000;

describe('a mail that SES did not accept', () => {
  test.each(FAILURES)('because of %s', async (_what, error, meaning) => {
    let refusals = 1;
    const cloud = new SimulatedPipeline({ refuse: () => (refusals-- > 0 ? error : undefined) });
    const [about = ''] = await cloud.submit(await cloud.newEndpoint({ targetEmails: [RECIPIENT] }));
    const id = mailId(about, RECIPIENT);
    await cloud.settleNow();
    expect(refusals).toBe(0);
    const isFinal = meaning === 'rejected';
    expect(cloud.recordOf(id)).toMatchObject({
      state: isFinal ? 'failed' : 'pending',
      attempts: [{ error: error.name }],
    });
    expect(cloud.messages()).toHaveLength(isFinal ? 0 : 1);
    const listed = (await cloud.failures()).map(({ recipient, reason }) => ({ recipient, reason }));
    expect(listed).toEqual(isFinal ? [{ recipient: RECIPIENT, reason: `${error.name}: ${error.message}` }] : []);
    await cloud.settle();
    expect(cloud.mailsTo(RECIPIENT, about)).toHaveLength(isFinal ? 0 : 1);
    expect(cloud.recordOf(id)?.attempts).toHaveLength(isFinal ? 1 : 2);
  });

  test('because of the Reply-To is sent without it', async () => {
    const rejected = answered('BadRequestException', 400);
    const cloud = new SimulatedPipeline({
      refuse: (_to, { replyTo }) => (replyTo === undefined ? undefined : rejected),
    });
    await cloud.submit(await cloud.newEndpoint({ targetEmails: [RECIPIENT] }), 1, '{"email":"ada@example.com"}');
    await cloud.settle();
    expect(cloud.mailsTo(RECIPIENT)).toHaveLength(1);
    expect(cloud.mailsTo(RECIPIENT)[0]?.replyTo).toBeUndefined();
  });

  test('for three days is listed as failed, with the last reason', async () => {
    const cloud = new SimulatedPipeline({ refuse: () => answered('TooManyRequestsException', 429) });
    const startedAt = cloud.clock.now();
    await cloud.submit(await cloud.newEndpoint({ targetEmails: [RECIPIENT] }));
    await cloud.settle();
    const days = (cloud.clock.now() - startedAt) / DAY_MS;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
    expect(await cloud.failures()).toEqual([
      expect.objectContaining({ recipient: RECIPIENT, reason: 'gave up: TooManyRequestsException' }),
    ]);
  });

  test('is not resent if its success could not be recorded, next to a throttled one', async () => {
    const addresses = [RECIPIENT, 'b@example.com'];
    let failures = 3;
    let refusals = 1;
    const cloud = new SimulatedPipeline({
      refuse: (to) => (to !== RECIPIENT && refusals-- > 0 ? answered('TooManyRequestsException', 429) : undefined),
    });
    const [about = ''] = await cloud.submit(await cloud.newEndpoint({ targetEmails: addresses }));
    const unrecorded = ({ action, input }: { action: string; input: Record<string, unknown> }) =>
      action === 'UpdateItem' && (input.ExpressionAttributeValues as Record<string, unknown>)[':state'] === 'sent';
    const { outage } = cloud.services;
    cloud.services.outage = async (call) => {
      await outage(call);
      if (unrecorded(call) && failures-- > 0) throw new ServiceFailure(503, 'ServiceUnavailable');
    };
    await cloud.settle();
    cloud.sources.rewind();
    await cloud.settle();
    for (const to of addresses) expect(cloud.mailsTo(to)).toHaveLength(1);
    expect(cloud.recordOf(mailId(about, RECIPIENT))?.state).toBe('sent');
  });
});
