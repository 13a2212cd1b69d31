import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { close, listen, newServer } from '../../../infra/local/ports.ts';
import { ownCloud } from '../../support/ownCloud.ts';
import { eventually } from '../../support/service.ts';

const TIMEOUT_MS = 120_000;
const cloud = ownCloud('--ephemeral');

const open = (url: string): Socket => connect(Number(new URL(url).port), new URL(url).hostname);

async function read(socket: Socket): Promise<string> {
  const [chunk] = await once(socket, 'data');
  return String(chunk);
}

const refusesConnections = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = open(url);
    socket
      .on('connect', () => {
        socket.destroy();
        resolve(false);
      })
      .on('error', () => resolve(true));
  });

test(
  'SIGTERM: a running submission gets 201 on a connection that then ends; new ones are rejected',
  async () => {
    const { apiUrl, endpointId } = cloud.outputs;
    const body = '{"message":"Hello"}';
    const socket = open(apiUrl);
    socket.write(
      `POST /v1/f/${endpointId} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    expect(await read(socket)).toMatch(/^HTTP\/1\.1 100 /);
    const exited = once(cloud.child, 'exit');
    cloud.child.kill('SIGTERM');
    await eventually(
      () => refusesConnections(apiUrl),
      (refused) => refused,
    );
    const answered = read(socket);
    const closed = once(socket, 'close');
    socket.write(body);
    expect(await answered).toMatch(/^HTTP\/1\.1 201 [\s\S]*"id":"sub_/);
    await closed;
    expect(await exited).toEqual([0, null]);
  },
  TIMEOUT_MS,
);

test('a server with a request that never ends is closed after its grace period', async () => {
  const server = newServer(() => undefined);
  const url = await listen(server, 0);
  const asked = once(server, 'request');
  const answer = fetch(url).catch(() => 'broken off');
  await asked;
  await close(server, 50);
  expect(await answer).toBe('broken off');
});

test('a failing handler responds with 500, and the server keeps running', async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const server = newServer(() => Promise.reject(new Error('Expected by the test')));
  const url = await listen(server, 0);
  for (let i = 0; i < 2; i++) expect((await fetch(url)).status).toBe(500);
  expect(said).toHaveBeenCalledTimes(2);
  said.mockRestore();
  await close(server);
});
