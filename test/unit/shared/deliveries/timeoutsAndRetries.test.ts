import { SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from '@jest/globals';
import {
  MAIL_DELIVERY_MS,
  MAIL_LEASE_MS,
  MAIL_TIME_LIMIT_S,
  SEND_ATTEMPT_MS,
} from '../../../../shared/deliveries/channels/mail/mailTiming.ts';
import { createMailClient, Mailer } from '../../../../shared/deliveries/channels/mail/sending/mailer.ts';
import {
  POSTING_MS,
  WEBHOOK_DELIVERY_MS,
  WEBHOOK_LEASE_MS,
  WEBHOOK_TIME_LIMIT_S,
} from '../../../../shared/deliveries/channels/webhook/webhookTiming.ts';
import {
  CALL_ATTEMPT_MS,
  CALL_MS,
  HANDOVER_MS,
  RECEIVE_MS,
  RECEIVES_MAX,
  STREAM_BATCH_SIZE,
  STREAM_RETRIES,
  spread,
  visibilityTimeoutS,
} from '../../../../shared/deliveries/timeoutsAndRetries.ts';
import { MessageQueue } from '../../../../shared/runtime/messageQueue.ts';
import { requestTimeouts } from '../../../../shared/runtime/requestTimeouts.ts';
import { createClient } from '../../../../shared/storage/table/client.ts';
import { Table } from '../../../../shared/storage/table/table.ts';
import { ofSuite } from '../../../support/jest/ofSuite.ts';
import { startTcpReceiver } from '../../../support/receivers/tcpReceiver.ts';

const CLIENT = { region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };

test.each([
  ['mail', MAIL_TIME_LIMIT_S],
  ['webhooks', WEBHOOK_TIME_LIMIT_S],
])('messages of %s outlast a quarter of an hour of throttling, each receive counted', (_name, timeLimitS) => {
  // docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html: at least six times the time limit.
  expect(visibilityTimeoutS(timeLimitS)).toBeGreaterThanOrEqual(6 * timeLimitS);
  expect(RECEIVES_MAX).toBeGreaterThanOrEqual(10);
  expect(RECEIVES_MAX * visibilityTimeoutS(timeLimitS)).toBeGreaterThanOrEqual(15 * 60);
});

test('a claim outlasts its attempt, even by a clock that is a second fast', () => {
  expect(MAIL_LEASE_MS).toBeGreaterThan(MAIL_DELIVERY_MS + 1_000);
  expect(WEBHOOK_LEASE_MS).toBeGreaterThan(WEBHOOK_DELIVERY_MS + 1_000);
});

test('a wait is up to a tenth shorter or longer', () => {
  expect([0, 0.5, 1].map((random) => spread(10_000, () => random))).toEqual([9_000, 10_000, 11_000]);
});

test('messages received last can be read and returned to their lane before the time limit', () => {
  const leavingMs = 2 * CALL_MS + HANDOVER_MS;
  expect(POSTING_MS + RECEIVE_MS + leavingMs).toBeLessThanOrEqual(WEBHOOK_TIME_LIMIT_S * 1_000);
});

test('a record that uses up the time limit is put aside within three minutes', () => {
  const splits = Math.ceil(Math.log2(STREAM_BATCH_SIZE));
  expect((splits + 1 + STREAM_RETRIES) * MAIL_TIME_LIMIT_S).toBeLessThanOrEqual(180);
});

const receiver = ofSuite(() => startTcpReceiver(() => undefined));

test('a server that accepts connections and never responds ends each call in time', async () => {
  const endpoint = `http://127.0.0.1:${receiver.port}`;
  /** Milliseconds longer than any timeout under test; a call that hangs fails by the test's own timeout. */
  const SLACK_MS = 2_000;
  const background = { ...CLIENT, maxAttempts: 2, requestHandler: requestTimeouts(CALL_ATTEMPT_MS) };
  const itemOf = (client: ReturnType<typeof createClient>) => new Table(client, 'Table').get({ PK: 'a', SK: 'b' });
  const mailer = new Mailer(createMailClient({ ...CLIENT, endpoint }), {
    senderAddress: 'a@b.c',
    configurationSet: 'c',
  });
  const mail = { about: 'sub_1', endpointId: 'enp_1', recipient: 'a@example.com' };
  const queue = new MessageQueue(`${endpoint}/000000000000/queue`, new SQSClient({ ...background, endpoint }));
  const calls: [name: string, withinMs: number, call: Promise<unknown>][] = [
    [
      'the table, with the client of notifications',
      CALL_MS + SLACK_MS,
      itemOf(createClient({ ...background, endpoint })),
    ],
    [
      'the table, before the deadline of a function with a caller',
      9_500,
      itemOf(createClient({ ...CLIENT, endpoint })),
    ],
    [
      'SES, after one attempt',
      SEND_ATTEMPT_MS + SLACK_MS,
      mailer.send(mail, { fromName: '', subject: '', text: '', html: '' }),
    ],
    ['SQS', CALL_MS + SLACK_MS, queue.send({ body: 'message' })],
  ];
  const startedAt = performance.now();
  const ended = calls.map(async ([name, withinMs, call]) => {
    const error = await call.then(
      () => 'no error',
      ({ name, cause }) => String(cause?.name ?? name),
    );
    return { name, error, isInTime: performance.now() - startedAt < withinMs };
  });
  expect(await Promise.all(ended)).toEqual(calls.map(([name]) => ({ name, error: 'TimeoutError', isInTime: true })));
});
