import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { run } from '../../support/commands.ts';

const PROGRAM = 'test/deep/bench/compareUrls.ts';
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function givenService(name: string, status: number, noted: string[]): Promise<string> {
  const server = createServer((request, response) => {
    noted.push(`${name} ${request.method} ${request.headers.authorization ?? ''}`.trim());
    request.resume().on('end', () => response.writeHead(status, { Location: '/thanks' }).end());
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/form?a=1`;
}

describe('npm run bench:compare', () => {
  test('sends each service the same amount in alternating rounds, and compares them with the first', async () => {
    const noted: string[] = [];
    const urls = [await givenService('a', 201, noted), await givenService('b', 303, noted)] as const;
    const lists = ['--list', urls[0], '--authorization', 'Bearer x'];
    const amounts = ['--rounds', '2', '--requests', '3', '--connections', '1'];
    const { code, stdout } = await run(PROGRAM, ...amounts, ...lists, ...urls);
    const round = ['a POST', 'b POST', 'a GET Bearer x'].flatMap((each) => Array(3).fill(each));
    expect(noted).toEqual([...round, ...round, ...round]);
    const rows = stdout.split('\n').map((row) => row.trim().split(/ {2,}/));
    expect([code, rows.map(([first]) => first)]).toEqual([0, ['post', ...urls, '', 'list', urls[0], '', '']]);
    expect(rows[1]?.at(-1)).toBe('1');
  });

  test('exits with 1 if a service fails, and with 2 without a URL', async () => {
    const refusing = await givenService('a', 429, []);
    const { code, stderr } = await run(PROGRAM, '--requests', '1', '--connections', '1', refusing);
    expect([code, stderr]).toEqual([1, expect.stringContaining('{"429":{"count":1}}')]);
    expect((await run(PROGRAM)).code).toBe(2);
    expect((await run(PROGRAM, '--rounds', '0', refusing)).code).toBe(2);
  });
});
