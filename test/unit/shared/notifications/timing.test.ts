import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createMailClient, Mailer } from '../../../../shared/deliveries/channels/mail/mailer.ts';
import {
  CALL_ATTEMPT_MS,
  CALL_MS,
  DELIVERY_MS,
  HANDOVER_MS,
  LEASE_MS,
  retryWaitMs,
  SEND_ATTEMPT_MS,
  SENDING_MS,
  STREAM_BATCH_SIZE,
  STREAM_RETRIES,
  TIME_LIMIT_S,
  VISIBILITY_TIMEOUT_S,
} from '../../../../shared/deliveries/channels/mail/timing.ts';
import { MessageQueue } from '../../../../shared/runtime/messageQueue.ts';
import { requestTimeouts } from '../../../../shared/runtime/requestTimeouts.ts';
import { createClient, Table } from '../../../../shared/storage/table.ts';

const CLIENT = { region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };

describe('the times of a notification', () => {
  test('let a delivery that begins last end, and what is left be handed over, before the time limit', () => {
    expect(SENDING_MS + DELIVERY_MS + HANDOVER_MS).toBeLessThanOrEqual(TIME_LIMIT_S * 1_000);
  });

  test('let a lease outlast its delivery', () => {
    expect(LEASE_MS).toBeGreaterThan(DELIVERY_MS);
  });

  test('let SQS hide a message for longer than its invocation takes', () => {
    expect(VISIBILITY_TIMEOUT_S).toBeGreaterThanOrEqual(6 * TIME_LIMIT_S);
  });

  test('have a record that uses up the time limit put aside within two minutes', () => {
    const splits = Math.ceil(Math.log2(STREAM_BATCH_SIZE));
    expect((splits + 1 + STREAM_RETRIES) * TIME_LIMIT_S).toBeLessThanOrEqual(120);
  });

  test('grow from seconds to hours', () => {
    const waits = Array.from({ length: 10 }, (_, i) => retryWaitMs(i + 1, () => 0.5));
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect([waits[0], waits.at(-1)]).toEqual([5_000, 7_200_000]);
  });
});

describe('a server that takes connections and says nothing', () => {
  let server: Server;
  let endpoint: string;
  beforeEach(async () => {
    // What a client sends is read and dropped: so the end of its connection is seen.
    server = createServer((socket) => socket.resume().on('error', () => socket.destroy())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterEach(() => {
    server.close();
  });

  /** Longer than anything that is awaited here may take; what hangs is seen by the test's own time limit. */
  const SLACK_MS = 2_000;

  const timed = async (call: Promise<unknown>): Promise<[error: string, ms: number]> => {
    const startedAt = performance.now();
    const error = await call.then(
      () => 'no error',
      ({ name, cause }) => String(cause?.name ?? name),
    );
    return [error, performance.now() - startedAt];
  };

  test("ends a call to the table, with the functions' client and with that of notifications", async () => {
    const background = createClient({
      ...CLIENT,
      endpoint,
      maxAttempts: 2,
      requestHandler: requestTimeouts(CALL_ATTEMPT_MS),
    });
    const [error, ms] = await timed(new Table(background, 'Table').get({ PK: 'a', SK: 'b' }));
    expect(error).toBe('TimeoutError');
    expect(ms).toBeLessThan(CALL_MS + SLACK_MS);
    const [ofOperations, operationMs] = await timed(
      new Table(createClient({ ...CLIENT, endpoint }), 'Table').get({ PK: 'a', SK: 'b' }),
    );
    expect(ofOperations).toBe('TimeoutError');
    // Before the deadline of a function with a caller.
    expect(operationMs).toBeLessThan(9_500);
  });

  test('ends a call to SES after one attempt', async () => {
    const mailer = new Mailer(createMailClient({ ...CLIENT, endpoint }), {
      senderAddress: 'a@b.c',
      configurationSet: 'c',
    });
    const id = { about: 'sub_1', endpointId: 'enp_1', recipient: 'a@example.com' };
    const [error, ms] = await timed(mailer.send(id, { subject: '', text: '', html: '' }));
    expect(error).toBe('TimeoutError');
    expect(ms).toBeLessThan(SEND_ATTEMPT_MS + SLACK_MS);
  });

  test('ends a call to SQS', async () => {
    const config = { ...CLIENT, endpoint, maxAttempts: 2, requestHandler: requestTimeouts(CALL_ATTEMPT_MS) };
    const queue = new MessageQueue(`${endpoint}/000000000000/queue`, new SQSClient(config));
    const [, ms] = await timed(queue.sendAll([{ body: 'message' }]));
    expect(ms).toBeLessThan(CALL_MS + SLACK_MS);
    expect(await queue.sendAll([{ body: 'message' }])).toHaveLength(1);
  });
});
