import { once } from 'node:events';
import { expect, jest, test } from '@jest/globals';
import { close, listen, newServer } from '../../../../local/http/ports.ts';

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
