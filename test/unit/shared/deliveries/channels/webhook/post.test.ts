import { afterEach, describe, expect, test } from '@jest/globals';
import { WebhookTest } from '../../../../../../shared/contract/schemas/webhooks/webhook.ts';
import type { Format } from '../../../../../../shared/messages/formats/format.ts';
import type { TcpReceiver } from '../../../../../support/receivers/tcpReceiver.ts';
import { closeReceivers, givenReceiver, NAME, OK, outcome, postTo, pour, say } from '../../support/posting.ts';

afterEach(closeReceivers);

describe('an event that arrives', () => {
  test('is sent as it is, on a connection of its own', async () => {
    const requests: string[] = [];
    const receiver = await givenReceiver((socket, request) => {
      requests.push(request);
      socket.end(`${OK}Content-Length: 5\r\n\r\nhello`);
    });
    const body = JSON.stringify({ type: 'submission.created', data: { name: 'Zoë' } });
    expect(await postTo(receiver, {}, { body })).toEqual(outcome({ status: 200, answer: 'hello' }));
    expect(await postTo(receiver, {}, { body })).toEqual(outcome({ status: 200, answer: 'hello' }));
    expect(receiver.connections()).toBe(2);
    expect(requests[0]?.split('\r\n')).toEqual([
      'POST /hook HTTP/1.1',
      'content-type: application/json',
      'webhook-id: msg_1',
      `content-length: ${Buffer.byteLength(body)}`,
      `Host: ${NAME}:${receiver.port}`,
      'Connection: close',
      '',
      body,
    ]);
  });

  test('is sent to the second address if nothing listens at the first', async () => {
    const receiver = await givenReceiver(say(`${OK}Content-Length: 0\r\n\r\n`));
    const lookup = async () => ['::1', '127.0.0.9', '127.0.0.1'];
    expect(await postTo(receiver, { lookup })).toEqual(outcome({ status: 200, answer: '' }));
  });

  test('is sent over http on this machine, which only the local cloud allows', async () => {
    const receiver = await givenReceiver(say(`${OK}Content-Length: 2\r\n\r\nhi`), { isPlain: true });
    const url = `http://localhost:${receiver.port}/`;
    expect(await postTo(receiver, {}, { url })).toEqual(outcome({ status: 200, answer: 'hi' }));
    expect(await postTo(receiver, { allowLoopback: false }, { url })).toEqual(outcome({ error: 'blocked' }));
    expect(receiver.connections()).toBe(1);
  });
});

describe('a response', () => {
  test.each([301, 302, 303, 307, 308])('%i is not followed', async (status) => {
    const target = await givenReceiver(say(`${OK}\r\n`));
    const location = `https://${NAME}:${target.port}/`;
    const receiver = await givenReceiver(
      say(`HTTP/1.1 ${status} Go\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(await postTo(receiver)).toEqual(outcome({ status, answer: '', error: 'status' }));
    expect(target.connections()).toBe(0);
  });

  test.each(['000', '099', '600', '999'])('with status %s is a failure, which the log shows', async (status) => {
    const receiver = await givenReceiver(say(`HTTP/1.1 ${status} Odd\r\nContent-Length: 0\r\n\r\n`));
    const result = await postTo(receiver);
    expect(result).toEqual(outcome({ status: Number(status), answer: '', error: 'status' }));
    expect(WebhookTest.parse({ isDelivered: false, ...result }).status).toBe(Number(status));
  });

  test.each(['Content-Length: 5\r\n\r\nhello', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'])(
    '204 with a body is a success: %j',
    async (rest) => {
      const receiver = await givenReceiver(say(`HTTP/1.1 204 No Content\r\n${rest}`));
      expect(await postTo(receiver)).toEqual(outcome({ status: 204, answer: '' }));
    },
  );

  test('is judged by the format, from status, headers and the start of the body', async () => {
    const say200 = say('HTTP/1.1 200 OK\r\nX-Reason: full\r\nContent-Length: 2\r\n\r\nno');
    const receiver = await givenReceiver(say200);
    const judge: Format['judge'] = ({ status, headers, body }) =>
      status === 200 && headers['x-reason'] === 'full' && body === 'no'
        ? { error: 'answer', retryAfterSeconds: 7, isGone: true }
        : {};
    expect(await postTo(receiver, {}, { judge })).toEqual(
      outcome({ status: 200, answer: 'no', error: 'answer', retryAfterSeconds: 7, isGone: true }),
    );
    const found = await givenReceiver(say('HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n'));
    expect(await postTo(found, {}, { judge: () => ({}) })).toEqual(outcome({ status: 302, answer: '' }));
  });

  test('returns Retry-After', async () => {
    const receiver = await givenReceiver(say('HTTP/1.1 503 Busy\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n'));
    const expected = { status: 503, answer: '', retryAfterSeconds: 120, error: 'status' } as const;
    expect(await postTo(receiver)).toEqual(outcome(expected));
  });

  test('of 10 GB is only read up to 4 kB', async () => {
    const receiver = await givenReceiver((socket) => {
      socket.write(`${OK}Content-Length: 10000000000\r\n\r\n`);
      pour(socket, 'a'.repeat(65_536));
    });
    expect(await postTo(receiver)).toEqual(outcome({ status: 200, answer: 'a'.repeat(4_096) }));
    await receiver.close();
    // Fills the system's buffers, but is far from the whole.
    expect(receiver.bytesTaken()).toBeLessThan(32_000_000);
  });
});

describe('a name', () => {
  const INSIDE = '10.0.0.1 169.254.169.254 192.168.1.1 0.0.0.0 :: fd00::1 fe80::1 64:ff9b::a00:1'.split(' ');

  test.each([...INSIDE, '127.0.0.1', '::1', '::ffff:127.0.0.1', '2002:7f00:1::'])(
    'that resolves to %s: blocked',
    async (ip) => {
      const receiver = await givenReceiver(say(`${OK}\r\n`));
      const lookup = async () => [ip];
      expect(await postTo(receiver, { allowLoopback: false, lookup })).toEqual(outcome({ error: 'blocked' }));
      expect(receiver.connections()).toBe(0);
    },
  );

  test.each([...INSIDE, '::ffff:127.0.0.1'])('with a reachable address and %s: blocked', async (ip) => {
    const receiver = await givenReceiver(say(`${OK}\r\n`));
    for (const addresses of [
      ['127.0.0.1', ip],
      [ip, '127.0.0.1'],
    ]) {
      expect(await postTo(receiver, { lookup: async () => addresses })).toEqual(outcome({ error: 'blocked' }));
    }
    expect(receiver.connections()).toBe(0);
  });

  test('is used with the checked address, even if its address changes after the check', async () => {
    const { inside, receiver } = await givenTwoOnOnePort();
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.2']];
    const rebinding = async () => answers.shift() ?? ['127.0.0.2'];
    expect(await postTo(receiver, { lookup: rebinding })).toEqual(outcome({ status: 200, answer: 'checked' }));
    expect(answers).toHaveLength(2);
    expect(await postTo(receiver, { lookup: rebinding })).toEqual(outcome({ error: 'blocked' }));
    expect(inside.connections()).toBe(0);
  });

  /** The port that 127.0.0.2 gets can be in use at 127.0.0.1. */
  async function givenTwoOnOnePort(): Promise<{ inside: TcpReceiver; receiver: TcpReceiver }> {
    for (;;) {
      const inside = await givenReceiver(say(`${OK}\r\n`), { host: '127.0.0.2' });
      const { port } = inside;
      const receiver = await givenReceiver(say(`${OK}\r\nchecked`), { port }).catch((error) => {
        if (error.code !== 'EADDRINUSE') throw error;
      });
      if (receiver) return { inside, receiver };
    }
  }
});
