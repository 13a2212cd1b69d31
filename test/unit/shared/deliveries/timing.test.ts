import { SQSClient } from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createMailClient, Mailer } from '../../../../shared/deliveries/channels/mail/mailer.ts';
import { MAIL_TIME_LIMIT_S, SEND_ATTEMPT_MS } from '../../../../shared/deliveries/channels/mail/mailTiming.ts';
import { POSTING_MS, WEBHOOK_TIME_LIMIT_S } from '../../../../shared/deliveries/channels/webhook/webhookTiming.ts';
import {
  CALL_ATTEMPT_MS,
  CALL_MS,
  HANDOVER_MS,
  RECEIVE_MS,
  RECEIVES_MAX,
  STREAM_BATCH_SIZE,
  STREAM_RETRIES,
  visibilityTimeoutS,
} from '../../../../shared/deliveries/timing.ts';
import { MessageQueue } from '../../../../shared/runtime/messageQueue.ts';
import { requestTimeouts } from '../../../../shared/runtime/requestTimeouts.ts';
import { createClient, Table } from '../../../../shared/storage/table.ts';
import { ofSuite } from '../../../support/ofSuite.ts';
import { startTcpReceiver } from '../../../support/tcpReceiver.ts';

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

test('messages received last can be read and returned to their lane before the time limit', () => {
  const leavingMs = 2 * CALL_MS + HANDOVER_MS;
  expect(POSTING_MS + RECEIVE_MS + leavingMs).toBeLessThanOrEqual(WEBHOOK_TIME_LIMIT_S * 1_000);
});

test('a record that uses up the time limit is put aside within three minutes', () => {
  const splits = Math.ceil(Math.log2(STREAM_BATCH_SIZE));
  expect((splits + 1 + STREAM_RETRIES) * MAIL_TIME_LIMIT_S).toBeLessThanOrEqual(180);
});

describe('a server that accepts connections and never responds', () => {
  const receiver = ofSuite(() => startTcpReceiver(() => undefined));
  let endpoint: string;
  /** Milliseconds longer than any timeout under test; a call that hangs fails by the test's own timeout. */
  const SLACK_MS = 2_000;
  const background = { ...CLIENT, maxAttempts: 2, requestHandler: requestTimeouts(CALL_ATTEMPT_MS) };
  const itemOf = (client: ReturnType<typeof createClient>) => new Table(client, 'Table').get({ PK: 'a', SK: 'b' });

  const CALLS: Record<string, { call: () => Promise<unknown>; withinMs: number }> = {
    'the table, with the client of notifications': {
      call: () => itemOf(createClient({ ...background, endpoint })),
      withinMs: CALL_MS + SLACK_MS,
    },
    "the table, with the functions' client, before the deadline of a function with a caller": {
      call: () => itemOf(createClient({ ...CLIENT, endpoint })),
      withinMs: 9_500,
    },
    'SES, after one attempt': {
      call: () => {
        const senderAddress = 'a@b.c';
        const mailer = new Mailer(createMailClient({ ...CLIENT, endpoint }), { senderAddress, configurationSet: 'c' });
        const id = { about: 'sub_1', endpointId: 'enp_1', recipient: 'a@example.com' };
        return mailer.send(id, { fromName: '', subject: '', text: '', html: '' });
      },
      withinMs: SEND_ATTEMPT_MS + SLACK_MS,
    },
    SQS: {
      call: async () => {
        const client = new SQSClient({ ...background, endpoint });
        await new MessageQueue(`${endpoint}/000000000000/queue`, client).send({ body: 'message' });
      },
      withinMs: CALL_MS + SLACK_MS,
    },
  };

  const outcomes = new Map<string, { error: string; ms: number }>();

  beforeAll(async () => {
    endpoint = `http://127.0.0.1:${receiver.port}`;
    const startedAt = performance.now();
    // All at once: each takes seconds.
    const timed = Object.entries(CALLS).map(async ([name, { call }]) => {
      const error = await call().then(
        () => 'no error',
        ({ name, cause }) => String(cause?.name ?? name),
      );
      outcomes.set(name, { error, ms: performance.now() - startedAt });
    });
    await Promise.all(timed);
  });

  test.each(Object.entries(CALLS))('ends a call to %s', (name, { withinMs }) => {
    expect(outcomes.get(name)?.error).toBe('TimeoutError');
    expect(outcomes.get(name)?.ms).toBeLessThan(withinMs);
  });
});
