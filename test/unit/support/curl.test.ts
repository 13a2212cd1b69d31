import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { launchProgram } from '../../support/commands.ts';
import { STAND_IN } from '../../support/shell.ts';

const PROGRAMS = [['the stand-in', STAND_IN]];
if (spawnSync('curl', ['--version']).status === 0) PROGRAMS.push(['curl itself', '']);

let server: Server;
let url: string;
const folder = mkdtempSync(join(tmpdir(), 'curl-'));

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    if (path === '/moved') return void response.writeHead(302, { Location: '/file', 'X-Seen': 'yes' }).end();
    const { 'content-type': type, authorization, accept } = headers;
    response.end(JSON.stringify({ method, path, type, authorization, accept, body: await text(request) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe.each(PROGRAMS)('%s', (_name, before) => {
  const run = (command: string) =>
    launchProgram('bash', '-euc', `${before}\nURL=${url} FOLDER=${folder}\n${command}`).ended;
  const printed = async (command: string) => {
    const { code, stdout, stderr } = await run(command);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };

  test.each([
    ['curl -s "$URL/a?b=c"', { method: 'GET', path: '/a?b=c', body: '' }],
    ['curl -s -X DELETE "$URL/a" -H "Authorization: Bearer b: c"', { method: 'DELETE', authorization: 'Bearer b: c' }],
    [
      'curl -s "$URL/a" -d "a=b c" -d d',
      { method: 'POST', type: 'application/x-www-form-urlencoded', body: 'a=b c&d' },
    ],
    [
      `curl -s -X PUT "$URL/a" -H 'Content-Type: application/json' -d '{"é": "="}'`,
      { method: 'PUT', type: 'application/json', body: '{"é": "="}' },
    ],
    ['curl -s -L "$URL/moved"', { method: 'GET', path: '/file' }],
  ])('%s sends what is expected', async (command, expected) => {
    expect(JSON.parse(await printed(command))).toMatchObject({ accept: '*/*', ...expected });
  });

  test('--data-urlencode sends fields as a form does', async () => {
    const command = 'curl -s "$URL/a" --data-urlencode "a=b c=&é" --data-urlencode "d="';
    const { method, type, body } = JSON.parse(await printed(command));
    expect({ method, type }).toEqual({ method: 'POST', type: 'application/x-www-form-urlencoded' });
    expect([...new URLSearchParams(body)]).toEqual([
      ['a', 'b c=&é'],
      ['d', ''],
    ]);
  });

  test('-i and -w show status and headers, and no redirect is followed unasked', async () => {
    const lines = (await printed(`curl -si -w '\\n%{http_code}' "$URL/moved"`)).split(/\r?\n/);
    expect([lines[0], lines.at(-1)]).toEqual(['HTTP/1.1 302 Found', '302']);
    expect(lines.map((line) => line.toLowerCase())).toEqual(
      expect.arrayContaining(['location: /file', 'x-seen: yes', '']),
    );
  });

  test('-o writes a file', async () => {
    expect(await printed('curl -s -o "$FOLDER/file" "$URL/b"')).toBe('');
    expect(JSON.parse(readFileSync(join(folder, 'file'), 'utf8')).path).toBe('/b');
  });

  test('an unknown option, or a server that is not there, is an error', async () => {
    expect((await run('curl -s --no-such-option "$URL/a"')).code).not.toBe(0);
    expect((await run('curl -s http://127.0.0.1:1/')).code).not.toBe(0);
  });
});
