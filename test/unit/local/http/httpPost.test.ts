import diagnostics from 'node:diagnostics_channel';
import { type EventEmitter, errorMonitor, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { httpPost } from '../../../../local/http/httpPost.ts';

/** A server that responds in these pieces, and then may close the connection. */
let pieces: string[];
let closes: boolean;
let received: string[];
const connections: Socket[] = [];
const server = createServer((socket) => {
  connections.push(socket.setNoDelay(true));
  socket.on('data', async (request) => {
    received.push(request.toString());
    for (const piece of pieces) await new Promise((resolve) => socket.write(piece, () => setImmediate(resolve)));
    if (closes) socket.end();
  });
});
let url: string;
/** The other ends of the connections. */
const ends: Socket[] = [];
const noteEnd = (message: unknown) => ends.push((message as { socket: Socket }).socket);

beforeAll(async () => {
  diagnostics.subscribe('net.client.socket', noteEnd);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?a=b`;
});
beforeEach(() => {
  closes = false;
  received = [];
});
afterAll(() => {
  diagnostics.unsubscribe('net.client.socket', noteEnd);
  for (const socket of connections) socket.destroy();
  server.close();
});

const WITH_LENGTH = 'HTTP/1.1 400 Bad Request\r\nX-A: b: c\r\nContent-Length: 5\r\n\r\nabcdé'.replace('abcd', 'abc');
const CHUNKED = 'HTTP/1.1 400 Bad\r\nX-A: b: c\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n02\r\né\r\n0\r\n\r\n';

describe.each([
  ['with a length', WITH_LENGTH],
  ['in chunks', CHUNKED],
])('a response %s', (_kind, text) => {
  test.each([1, 2, 3, 7, 1_000])('is read in pieces of %i characters', async (size) => {
    pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const { status, headers, body } = await httpPost(url, {}, '');
    expect([status, headers['x-a'], body.toString()]).toEqual([400, 'b: c', 'abcé']);
  });
});

test.each(['é{}', Buffer.from('é{}')])('sends path, headers and a body', async (body) => {
  pieces = [WITH_LENGTH];
  await httpPost(url, { 'X-Amz-Target': 'A.B' }, body);
  const { host } = new URL(url);
  const head = `POST /path?a=b HTTP/1.1\r\nHost: ${host}\r\nX-Amz-Target: A.B\r\nContent-Length: 4\r\n`;
  expect(received).toEqual([`${head}\r\né{}`]);
});

test('keeps a connection for the next request', async () => {
  pieces = [WITH_LENGTH];
  await httpPost(url, {}, '');
  const listeners = () => ends.flatMap((end) => ['data', 'error', 'close'].map((name) => end.listenerCount(name)));
  const before = listeners();
  for (let i = 0; i < 3; i++) await httpPost(url, {}, '');
  expect(listeners()).toEqual(before);
});

test('keeps the process alive while it waits, and no longer', async () => {
  pieces = [WITH_LENGTH];
  const used = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
  await httpPost(url, {}, '');
  const before = used();
  const sent = httpPost(url, {}, '');
  expect(used()).toBe(before + 1);
  await sent;
  expect(used()).toBe(before);
});

test('opens another connection if all have been idle for as long as a server may close them', async () => {
  pieces = [WITH_LENGTH];
  await httpPost(url, {}, '');
  const before = [...ends];
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 2_001);
  await httpPost(url, {}, '');
  clock.mockRestore();
  expect([ends.length, before.every((end) => end.destroyed)]).toEqual([before.length + 1, true]);
});

test('does not reuse a connection that the server will close', async () => {
  pieces = [WITH_LENGTH.replace('X-A', 'Connection: close\r\nX-A')];
  closes = true;
  for (let i = 0; i < 3; i++) expect((await httpPost(url, {}, '')).status).toBe(400);
});

test.each([
  ['http://127.45.67.89', { address: '127.45.67.89', port: 80 }],
  ['http://[::1]:9', { address: '::1', port: 9 }],
])('connects to the host and port of %s', async (service, target) => {
  await expect(httpPost(service, {}, '')).rejects.toMatchObject(target);
});

test.each<[how: string, cut: (socket: Socket) => unknown]>([
  ['closes', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
])('reuses no connection that the server %s, from the first sign of it', async (_how, cut) => {
  pieces = [WITH_LENGTH];
  await httpPost(url, {}, '');
  const kept = ends.filter((end) => !end.closed);
  const noticed = kept.map(
    (end: EventEmitter) => new Promise((resolve) => end.once('end', resolve).once(errorMonitor, resolve)),
  );
  for (const socket of connections) cut(socket);
  await Promise.all(noticed);
  expect((await httpPost(url, {}, '')).status).toBe(400);
});

test('sends concurrent requests on a connection each', async () => {
  pieces = [WITH_LENGTH];
  const answers = await Promise.all([1, 2, 3].map((body) => httpPost(url, {}, String(body))));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(received.map((request) => request.at(-1)).toSorted()).toEqual(['1', '2', '3']);
});

test.each(['', 'HTTP/1.1 200 OK\r\n', WITH_LENGTH.slice(0, -1), CHUNKED.slice(0, -2)])(
  'fails if the connection closes after %j',
  async (text) => {
    pieces = [text].filter(Boolean);
    closes = true;
    await expect(httpPost(url, {}, '')).rejects.toMatchObject({ code: 'ECONNRESET' });
  },
);
