import { request } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { createMailClient, Mailer } from '../../../../../../../shared/deliveries/channels/mail/sending/mailer.ts';
import { NewConnections } from '../../../../../../../shared/deliveries/channels/mail/sending/newConnections.ts';
import { type Certificate, certificateFor } from '../../../../../../support/receivers/certificates.ts';

const SENT = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 19\r\n\r\n{"MessageId":"one"}';

let certificate: Certificate;
let agent: NewConnections;
let server: Server;
const sockets = new Set<Socket>();

beforeAll(async () => {
  certificate = await certificateFor('localhost');
  agent = new NewConnections({ ca: certificate.cert, family: 4 });
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server.close();
});

async function listen(begin: (socket: Socket) => void, isTls = true): Promise<number> {
  const listener = (socket: Socket) => begin(socket.on('error', () => undefined));
  server = isTls ? createServer(certificate, listener) : createTcpServer(listener);
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The error of a request, and whether it was certainly not sent. The SDK passes it on. */
const failureAt = (port: number): Promise<{ isUnsent?: boolean }> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: 'localhost', port, agent, method: 'POST' }, reject);
    sent.on('error', resolve).end('a mail');
  });

const atFirstData = (end: (socket: Socket) => void) => (socket: Socket) => void socket.once('data', () => end(socket));
const close = atFirstData((socket) => socket.destroy());
const reset = atFirstData((socket) => socket.resetAndDestroy());

test.each<[what: string, begin: (socket: Socket) => void]>([
  ['says nothing', () => undefined],
  ['closes the connection', close],
  ['resets the connection', reset],
])('a server that %s during the handshake received nothing', async (_what, begin) => {
  expect(await failureAt(await listen(begin, false))).toMatchObject({ isUnsent: true });
});

test('a request to a port without a server counts as unsent', async () => {
  const port = await listen(() => undefined);
  server.close();
  expect(await failureAt(port)).toMatchObject({ isUnsent: true });
});

test('a request after which the server closes the connection may have been received', async () => {
  const failure = await failureAt(await listen(close));
  expect(failure).toHaveProperty('code', 'ECONNRESET');
  expect(failure.isUnsent).toBeUndefined();
});

test('each mail has its own connection', async () => {
  const port = await listen((socket) => {
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
      if (received.endsWith('}')) socket.write(SENT);
    });
  });
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = createMailClient({ endpoint: `https://localhost:${port}`, region: 'eu-west-1', credentials }, agent);
  const mailer = new Mailer(client, { senderAddress: 'a@b.c', configurationSet: 'c' });
  const name = { about: 'sub_1', endpointId: 'enp_1', recipient: 'a@example.com' };
  const send = () => mailer.send(name, { fromName: '', subject: '', text: '', html: '' });
  expect([await send(), await send()]).toEqual(['one', 'one']);
  expect(sockets.size).toBe(2);
});
