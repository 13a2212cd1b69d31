import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { PostResult } from '../../../../../../shared/deliveries/channels/webhook/post.ts';
import { certificateFor } from '../../../../../support/receivers/certificates.ts';
import { closeReceivers, givenReceiver, NAME, OK, outcome, postTo, pour, say } from '../../support/posting.ts';

/** Short enough to wait for, and long enough for tests that must not time out. */
const SOON_MS = 300;

const BEGUN = `${OK}Content-Length: 9\r\n\r\nabc`;
const BEGUN_FAILURE = 'HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nabc';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const UPGRADE = 'Upgrade: a\r\nConnection: Upgrade\r\n\r\n';

const NOWHERE = { port: 8_443, hasTls: true };

type Behaviour = (socket: Socket) => unknown;
type Failure = Omit<PostResult, 'durationMs'>;

afterEach(closeReceivers);

describe('a receiver that', () => {
  test('does not exist: dns', async () => {
    const noName = async () => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    expect(await postTo(NOWHERE, { lookup: noName })).toEqual(outcome({ error: 'dns' }));
    expect(await postTo(NOWHERE, { lookup: async () => [] })).toEqual(outcome({ error: 'dns' }));
  });

  test('has a name server that hangs: timeout', async () => {
    const lookup = () => new Promise<string[]>(() => undefined);
    expect(await postTo(NOWHERE, { lookup, timeoutMs: SOON_MS })).toEqual(outcome({ error: 'timeout' }));
  });

  test('does not listen: refused', async () => {
    const receiver = await givenReceiver(() => undefined);
    await receiver.close();
    expect(await postTo(receiver)).toEqual(outcome({ error: 'refused' }));
    expect(await postTo(receiver, { lookup: async () => ['127.0.0.1', '::1'] })).toEqual(outcome({ error: 'refused' }));
  });

  test.each<[string, Behaviour, Failure]>([
    ['hangs up before it answers', say(''), { error: 'refused' }],
    ['hangs up within the body', say(BEGUN), { status: 200, answer: 'abc', error: 'refused' }],
    ['hangs up within a chunk', say(`${CHUNKED}9\r\nabc`), { status: 200, answer: 'abc', error: 'refused' }],
    ['hangs up within a failure’s body', say(BEGUN_FAILURE), { status: 500, answer: 'abc', error: 'status' }],
    ['speaks no HTTP', say('220 mail.example.com ESMTP\r\n'), { error: 'refused' }],
    ['gives two lengths', say(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`), { error: 'refused' }],
    ['switches to another protocol', say(`HTTP/1.1 101 Go\r\n${UPGRADE}`), { error: 'refused' }],
    ['sends a header of 1 MB', say(`${OK}A: ${'a'.repeat(1_000_000)}\r\n\r\n`), { error: 'refused' }],
    ['sends headers without end', flood(OK, 'A: b\r\n'), { error: 'refused' }],
    ['sends interim answers without end', flood('', 'HTTP/1.1 103 Early\r\nA: b\r\n\r\n'), { error: 'refused' }],
    ['sends `100 Continue` without end', flood('', 'HTTP/1.1 100 Continue\r\n\r\n'), { error: 'refused' }],
    ['extends a chunk without end', flood(`${CHUNKED}1;`, 'a'), { status: 200, answer: '', error: 'refused' }],
    [
      'sends trailers without end',
      flood(`${CHUNKED}1\r\na\r\n0\r\n`, 'A: b\r\n'),
      { status: 200, answer: 'a', error: 'refused' },
    ],
  ])('%s', async (_what, behave, expected) => {
    const receiver = await givenReceiver(behave);
    expect(await postTo(receiver)).toEqual(outcome(expected));
    await receiver.close();
    expect(receiver.bytesTaken()).toBeLessThan(32_000_000);
  });

  test.each<[string, Behaviour, Failure]>([
    ['before it answers', (socket) => socket.resetAndDestroy(), { error: 'refused' }],
    ['within the headers', resetAfter(`${OK}Content-`), { error: 'refused' }],
    ['within the body', resetAfter(BEGUN), { status: 200, answer: 'abc', error: 'refused' }],
    ['within the body of a failure', resetAfter(BEGUN_FAILURE), { status: 500, answer: 'abc', error: 'status' }],
  ])('resets %s', async (_what, behave, expected) => {
    // Resets exist in TCP only: a TLS server just closes.
    expect(await postTo(await givenReceiver(behave, { isPlain: true }))).toEqual(outcome(expected));
  });

  test.each<[string, Behaviour, Failure]>([
    ['before it answers', () => undefined, { error: 'timeout' }],
    ['within the headers', (socket) => socket.write(`${OK}A: `), { error: 'timeout' }],
    ['within the body', (socket) => socket.write(BEGUN), { status: 200, answer: 'abc', error: 'timeout' }],
    [
      'within a failure’s body',
      (socket) => socket.write(BEGUN_FAILURE),
      { status: 500, answer: 'abc', error: 'status' },
    ],
    ['after headers that came byte by byte', drip(`${OK}A: ${'a'.repeat(10_000)}`), { error: 'timeout' }],
  ])('hangs %s: timeout', async (_what, behave, expected) => {
    const receiver = await givenReceiver(behave);
    expect(await postTo(receiver, { timeoutMs: SOON_MS })).toEqual(outcome(expected));
  });

  test('sends its body one byte at a time: timeout', async () => {
    const receiver = await givenReceiver(drip(`${OK}Content-Length: 10000\r\n\r\n${'a'.repeat(4_000)}`));
    const { status, answer, error } = await postTo(receiver, { timeoutMs: SOON_MS });
    expect({ status, error }).toEqual({ status: 200, error: 'timeout' });
    expect(answer).toMatch(/^a+$/);
  });

  test('stops reading the request: timeout', async () => {
    const receiver = await givenReceiver((socket) => socket.pause());
    const body = 'a'.repeat(20_000_000);
    expect(await postTo(receiver, { timeoutMs: SOON_MS }, { body })).toEqual(outcome({ error: 'timeout' }));
  });

  test('accepts the connection but starts no TLS: timeout', async () => {
    const receiver = await givenReceiver(() => undefined, { isPlain: true });
    expect(await postTo({ ...receiver, hasTls: true }, { timeoutMs: SOON_MS })).toEqual(outcome({ error: 'timeout' }));
  });

  test('still responds when the sender has to end: timeout', async () => {
    const ending = new AbortController();
    const receiver = await givenReceiver(() => ending.abort());
    expect(await postTo(receiver, {}, { signal: ending.signal })).toEqual(outcome({ error: 'timeout' }));
    expect(await postTo(receiver, {}, { signal: ending.signal })).toEqual(outcome({ error: 'timeout' }));
    expect(receiver.connections()).toBe(1);
  });
});

describe('a certificate', () => {
  test('of an unknown authority: tls', async () => {
    const receiver = await givenReceiver(say(OK));
    expect(await postTo(receiver, { authorities: [] })).toEqual(outcome({ error: 'tls' }));
    expect(await postTo(receiver, { authorities: (await certificateFor(NAME)).cert })).toEqual(
      outcome({ error: 'tls' }),
    );
  });

  test('for another name: tls', async () => {
    const other = await certificateFor('other.example.com');
    const receiver = await givenReceiver(say(OK), { certificate: other });
    expect(await postTo(receiver, { authorities: other.cert })).toEqual(outcome({ error: 'tls' }));
  });

  test('for another IP address than the one in the URL: tls', async () => {
    const receiver = await givenReceiver(say(OK));
    const url = `https://127.0.0.1:${receiver.port}/`;
    expect(await postTo(receiver, {}, { url })).toEqual(outcome({ error: 'tls' }));
  });

  test('after its expiry: tls', async () => {
    const expired = await certificateFor(NAME, { isExpired: true });
    const receiver = await givenReceiver(say(OK), { certificate: expired });
    expect(await postTo(receiver, { authorities: expired.cert })).toEqual(outcome({ error: 'tls' }));
  });

  test('is missing, since the receiver speaks plain HTTP: tls', async () => {
    const { port } = await givenReceiver(say(`${OK}\r\n`), { isPlain: true });
    expect(await postTo({ port, hasTls: true })).toEqual(outcome({ error: 'tls' }));
  });

  test('cannot be switched off by the environment', async () => {
    const receiver = await givenReceiver(say(`${OK}\r\n`));
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect(await postTo(receiver, { authorities: [] })).toEqual(outcome({ error: 'tls' }));
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });
});

function flood(beginning: string, repeated: string): Behaviour {
  return (socket) => {
    socket.write(beginning);
    pour(socket, repeated.repeat(1_000));
  };
}

/** Resets the connection once the other side, which runs in this process, has read the text. */
function resetAfter(text: string): Behaviour {
  return async (socket) => {
    socket.write(text);
    for (let turn = 0; turn < 100; turn++) await nextTurn();
    socket.resetAndDestroy();
  };
}

/** Writes a text byte by byte, at most one per turn of the event loop. */
function drip(text: string): Behaviour {
  return async (socket) => {
    socket.setNoDelay(true);
    for (const byte of text) {
      if (socket.destroyed) return;
      socket.write(byte);
      await nextTurn();
    }
  };
}
