import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Outputs } from '../../../infra/local/outputs.ts';
import { SIGN_IN_PATHS } from '../../../site/app/api/signInPaths.ts';
import {
  type CloudProcess,
  newDataFolder,
  removeFolder,
  signInLinkIn,
  startCloud,
} from '../../support/cloudProcess.ts';
import { type Ended, launch, type Running, run, testWrongCalls } from '../../support/commands.ts';
import { inOrder } from '../../support/inOrder.ts';
import { eventually, send } from '../../support/service.ts';
import { IS_LONG } from '../../support/testSize.ts';

const PROGRAM = 'infra/local/start.ts';
const READY_TIMEOUT_MS = 60_000;
const START_TIMEOUT_MS = 90_000;

const data = newDataFolder();
const otherData = newDataFolder();
const clouds: CloudProcess[] = [];
afterAll(async () => {
  for (const cloud of clouds) await cloud.end('SIGKILL');
  for (const folder of [data, otherData]) removeFolder(folder);
});

async function start(...options: string[]): Promise<CloudProcess> {
  const cloud = await startCloud(data, ...options);
  clouds.push(cloud);
  return cloud;
}

const outputsIn = (folder: string): Outputs => JSON.parse(readFileSync(join(folder, 'outputs.json'), 'utf8'));

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

async function post({ apiUrl, endpointId }: Outputs): Promise<string> {
  const { status, json } = await send('POST', `/v1/f/${endpointId}`, { baseUrl: apiUrl, json: { message: 'Hello' } });
  expect(status).toBe(201);
  return json.id;
}

async function listed({ apiUrl, endpointId, apiKey }: Outputs): Promise<string[]> {
  const { status, json } = await send('GET', `/v1/submissions/${endpointId}`, { baseUrl: apiUrl, key: apiKey });
  expect(status).toBe(200);
  return json.submissions.map(({ id }: { id: string }) => id);
}

const idsOf = ({ workspaceId, apiKey, endpointId }: Outputs) => ({ workspaceId, apiKey, endpointId });

const addressesOf = ({ apiUrl, siteUrl, inboxUrl, usageUrl, dynamodbEndpoint, s3Endpoint }: Outputs): string[] => [
  apiUrl,
  siteUrl,
  inboxUrl,
  usageUrl,
  dynamodbEndpoint,
  s3Endpoint,
];

const temporaryFolders = (pid: number): string[] =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith('forms-'))
    .map((name) => join(tmpdir(), name))
    .filter((folder) => folder !== data)
    .filter((folder) => existsSync(join(folder, 'outputs.json')) && outputsIn(folder).pid === pid);

/** Finds a port with this many free ones before it, outside the ephemeral range. */
async function takePortAfter(count: number): Promise<{ port: number; taken: Server }> {
  for (;;) {
    const start = randomInt(20_000, 30_000);
    const attempts = Array.from({ length: count + 1 }, (_, i) => listen(createServer(), start + i));
    const servers = await Promise.all(attempts.map((attempt) => attempt.catch(() => undefined)));
    const taken = servers.at(-1);
    const areAllFree = servers.every((server) => server !== undefined);
    for (const server of servers) if (server !== taken || !areAllFree) server?.close();
    if (taken && areAllFree) return { port: start + count, taken };
  }
}

async function listen(server: Server, port: number): Promise<Server> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
}

const OTHER_PORTS = [
  ['site', 1],
  ['inbox', 2],
  ['usage', 3],
  ['DynamoDB', 4],
  ['S3', 5],
] as const;

const submitted: string[] = [];

describe('npm start', () => {
  const step = inOrder();
  let first: Running;
  let outputs: Outputs;
  let ended: Ended | undefined;

  beforeAll(async () => {
    first = launch(PROGRAM, '--port', '0', '--data', data);
    await eventually(
      async () => first.printed(),
      ({ stdout, stderr }) => /^ready$/m.test(stdout) || stderr !== '',
      READY_TIMEOUT_MS,
    );
    outputs = outputsIn(data);
  }, START_TIMEOUT_MS);

  step('writes everything that a client needs to outputs.json, and every URL responds', async () => {
    const address = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(outputs).toMatchObject({
      apiUrl: address,
      siteUrl: address,
      inboxUrl: address,
      usageUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/usage$/),
      dynamodbEndpoint: address,
      dynamodbAccessKeyId: expect.stringMatching(/^LOCAL[0-9A-F]{32}$/),
      tableName: expect.stringMatching(/^\w+$/),
      workspaceId: expect.stringMatching(/^ws_\w+$/),
      apiKey: expect.stringMatching(/^fbk_\w+$/),
      endpointId: expect.stringMatching(/^enp_\w+$/),
      pid: expect.any(Number),
    });
    for (const url of addressesOf(outputs))
      expect({ url, answers: await answers(url) }).toEqual({ url, answers: true });
    const { json } = await send('GET', `/v1/endpoint/${outputs.endpointId}`, {
      baseUrl: outputs.apiUrl,
      key: outputs.apiKey,
    });
    expect(json.workspaceId).toBe(outputs.workspaceId);
  });

  step('prints every URL, the demo and last the line ready; no warning, nothing on standard error', () => {
    const { stdout, stderr } = first.printed();
    for (const text of [...addressesOf(outputs), outputs.workspaceId, outputs.apiKey, outputs.endpointId]) {
      expect(stdout).toContain(text);
    }
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('ready');
    expect(stdout).not.toMatch(/warning|deprecat/i);
    expect(stderr).toBe('');
  });

  step(
    'prints a link that signs in to the demo once, which does not contain the key and is not in outputs.json',
    async () => {
      const link = signInLinkIn(first.printed().stdout);
      const [address, code = ''] = link.split('#code=');
      expect([address, code]).toEqual([`${outputs.siteUrl}/app`, expect.stringMatching(/^[\w-]{22}$/)]);
      expect(JSON.stringify(outputs)).not.toContain(code);
      const post = (path: string) => fetch(outputs.siteUrl + path, { method: 'POST', body: code });
      expect(await (await post(SIGN_IN_PATHS.peek)).json()).toMatchObject({ workspaceId: outputs.workspaceId });
      expect(await (await post(SIGN_IN_PATHS.spend)).json()).toEqual({ apiKey: outputs.apiKey });
      expect((await post(SIGN_IN_PATHS.spend)).status).toBe(404);
    },
  );

  step('does not start a second time on the same data, and says where the first one is', async () => {
    const { code, stdout, stderr } = await run(PROGRAM, '--port', '0', '--data', data);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim()).toBe(`A service with the data in ${data} is running already, at ${outputs.apiUrl}.`);
    expect(outputsIn(data)).toEqual(outputs);
  });

  step('names the port in use, and leaves nothing running', async () => {
    const { port } = new URL(outputs.apiUrl);
    const { code, stdout, stderr } = await run(PROGRAM, '--port', port, '--data', otherData);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim()).toBe(`Port ${port} is in use: choose another with --port, or 0 for any free one.`);
    expect(existsSync(join(otherData, 'outputs.json'))).toBe(false);
  });

  for (const [name, offset] of IS_LONG ? OTHER_PORTS : OTHER_PORTS.slice(-1))
    step(`names the port of the ${name} that is taken`, async () => {
      const { port, taken } = await takePortAfter(offset);
      const { code, stderr } = await run(PROGRAM, '--port', String(port - offset), '--data', otherData);
      taken.close();
      expect([code, stderr.trim()]).toEqual([
        1,
        `Port ${port} is in use: choose another with --port, or 0 for any free one.`,
      ]);
    });

  afterAll(async () => {
    if (ended === undefined) process.kill(outputs.pid, 'SIGKILL');
    await first.ended;
  });

  step('ends cleanly on SIGTERM: exit code 0, no output, no remaining process', async () => {
    for (let i = 0; i < 3; i++) submitted.push(await post(outputs));
    process.kill(outputs.pid, 'SIGTERM');
    ended = await first.ended;
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    for (const url of addressesOf(outputs)) {
      expect({ url, answers: await answers(url) }).toEqual({ url, answers: false });
    }
  });

  step(
    'with --ephemeral neither reads nor changes the data, and leaves nothing behind',
    async () => {
      const cloud = await start('--ephemeral');
      const [folder, ...others] = temporaryFolders(cloud.outputs.pid);
      expect(others).toEqual([]);
      expect(existsSync(join(folder ?? '', 'table.sqlite'))).toBe(true);
      expect(cloud.outputs.workspaceId).not.toBe(outputs.workspaceId);
      expect(await listed(cloud.outputs)).toEqual([]);
      await post(cloud.outputs);
      expect(await cloud.end('SIGTERM')).toBe(0);
      expect(existsSync(folder ?? '')).toBe(false);
    },
    START_TIMEOUT_MS,
  );

  step(
    'keeps the demo and every submission after a restart, and everything acknowledged after kill -9',
    async () => {
      const second = await start();
      expect(idsOf(second.outputs)).toEqual(idsOf(outputs));
      expect((await listed(second.outputs)).sort()).toEqual([...submitted].sort());

      submitted.push(...(await postUntilKilled(second)));
      const third = await start();
      expect(idsOf(third.outputs)).toEqual(idsOf(outputs));
      const found = await listed(third.outputs);
      expect(submitted.filter((id) => !found.includes(id))).toEqual([]);
      const next = await post(third.outputs);
      expect((await listed(third.outputs))[0]).toBe(next);
      expect(await third.end('SIGTERM')).toBe(0);
    },
    2 * START_TIMEOUT_MS,
  );
});

/** Posts from several clients until SIGKILL ends the service; returns the acknowledged ids. */
async function postUntilKilled(cloud: CloudProcess): Promise<string[]> {
  const acknowledged: string[] = [];
  const sender = async () => {
    for (;;) {
      const id = await post(cloud.outputs).catch(() => undefined);
      if (id === undefined) return;
      acknowledged.push(id);
      // At most one page.
      if (acknowledged.length >= 80) return;
    }
  };
  const senders = Promise.all([sender(), sender(), sender(), sender()]);
  await eventually(
    async () => acknowledged.length,
    (count) => count >= 20,
  );
  await cloud.end('SIGKILL');
  await senders;
  return acknowledged;
}

describe('options of npm start', () => {
  // What is wrong, then the usage.
  testWrongCalls(
    PROGRAM,
    [
      [
        'a port that is none',
        () => ['--port', 'abc'],
        /^error: .*'abc' is invalid\. It must be a number from 0 to 65530\.\n\nUsage: npm start -- \[options\]/,
      ],
      [
        'a port that is too high',
        () => ['--port', '65536'],
        /^error: .*'65536' is invalid\. It must be a number from 0 to 65530\.\n\nUsage: npm start -- \[options\]/,
      ],
      [
        'an unknown option',
        () => ['--prot', '4100'],
        /^error: unknown option '--prot'\n\(Did you mean --port\?\)\n\nUsage: npm start -- \[options\]/,
      ],
      [
        'a setting without a value',
        () => ['--context', 'stage'],
        /^error: .*'stage' is invalid\. It must be name=value\.\n\nUsage: npm start -- \[options\]/,
      ],
      ['an argument', () => ['4100'], /^error: too many arguments[^\n]*\n\nUsage: npm start -- \[options\]/],
    ],
    2,
  );

  test('--help names every option of docs/local.md', async () => {
    const { code, stdout, stderr } = await run(PROGRAM, '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const options = new Set([...stdout.matchAll(/^ {2}(?:-\w, )?(--\w+)/gm)].map(([, option]) => option));
    options.delete('--help');
    const documented = readFileSync('docs/local.md', 'utf8').matchAll(/^\| `npm start -- (--\w+)/gm);
    expect([...options].sort()).toEqual([...documented].map(([, option]) => option).sort());
    expect(stdout).toContain('Examples:\n  npm start -- --port');
  });
});
