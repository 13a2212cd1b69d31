import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Outputs } from '../../../infra/localService/outputs.ts';
import { SIGN_IN_PATH } from '../../../site/app/api/signInPath.ts';
import {
  type CloudProcess,
  newDataFolder,
  removeFolder,
  signInLinkIn,
  startCloud,
} from '../../support/cloud/cloudProcess.ts';
import { eventually, type Mail, send } from '../../support/cloud/service.ts';
import { type Ended, launch, launchProgram, type Running, run, testWrongCalls } from '../../support/commands.ts';
import { inOrder } from '../../support/inOrder.ts';

const PROGRAM = 'local/start.ts';
const READY_TIMEOUT_MS = 60_000;
const START_TIMEOUT_MS = 90_000;
const OTHERS_MAY = 0o077;
const STARTING = 'Starting the service …\n';

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

async function mailsOf({ inboxUrl }: Outputs): Promise<Mail[]> {
  const { emails } = (await (await fetch(`${inboxUrl}/store`)).json()) as { emails: Mail[] };
  return emails;
}

const filesIn = (folder: string): string[] => readdirSync(folder).map((name) => join(folder, name));

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

  step('every URL in outputs.json responds, and its key is that of the demo', async () => {
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
    expect(stdout.startsWith(STARTING)).toBe(true);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('ready');
    expect(stdout).not.toMatch(/warning|deprecat/i);
    expect(stderr).toBe('');
  });

  step(
    'prints a link that signs in to the demo once, which does not contain the key and is not in outputs.json',
    async () => {
      const [address, body = ''] = signInLinkIn(first.printed().stdout).split('#code=');
      expect([address, body]).toEqual([`${outputs.siteUrl}/app`, expect.stringMatching(/^[\w-]{22}$/)]);
      expect(JSON.stringify(outputs)).not.toContain(body);
      const spend = () => fetch(outputs.siteUrl + SIGN_IN_PATH, { method: 'POST', body });
      expect(await (await spend()).json()).toEqual({ apiKey: outputs.apiKey });
      expect((await spend()).status).toBe(404);
    },
  );

  step('does not start a second time on the same data, and says where the first one is', async () => {
    const { code, stdout, stderr } = await run(PROGRAM, '--port', '0', '--data', data);
    expect({ code, stdout }).toEqual({ code: 1, stdout: STARTING });
    expect(stderr.trim()).toBe(`A service with the data in ${data} is running already, at ${outputs.apiUrl}.`);
    expect(outputsIn(data)).toEqual(outputs);
  });

  step('names the port in use, and leaves nothing running', async () => {
    const { port } = new URL(outputs.apiUrl);
    const { code, stdout, stderr } = await run(PROGRAM, '--port', port, '--data', otherData);
    expect({ code, stdout }).toEqual({ code: 1, stdout: STARTING });
    expect(stderr.trim()).toBe(`Port ${port} is in use: choose another with --port, or 0 for any free one.`);
    expect(existsSync(join(otherData, 'outputs.json'))).toBe(false);
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

  let ephemeral: CloudProcess;
  let ephemeralFolder: string;

  step(
    'with --ephemeral neither reads nor changes the data',
    async () => {
      ephemeral = await start('--ephemeral');
      const [folder = '', ...others] = temporaryFolders(ephemeral.outputs.pid);
      expect(others).toEqual([]);
      expect(existsSync(join(folder, 'table.sqlite'))).toBe(true);
      expect(ephemeral.outputs.workspaceId).not.toBe(outputs.workspaceId);
      expect(await listed(ephemeral.outputs)).toEqual([]);
      ephemeralFolder = folder;
    },
    START_TIMEOUT_MS,
  );

  step(
    'SIGTERM: a running submission gets 201 on a connection that then ends; new ones are rejected',
    async () => {
      const { apiUrl, endpointId } = ephemeral.outputs;
      const body = '{"message":"Hello"}';
      const socket = open(apiUrl);
      socket.write(
        `POST /v1/f/${endpointId} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
      );
      expect(await read(socket)).toMatch(/^HTTP\/1\.1 100 /);
      const exitCode = ephemeral.end('SIGTERM');
      await eventually(
        () => refusesConnections(apiUrl),
        (refused) => refused,
      );
      const answered = read(socket);
      const closed = once(socket, 'close');
      socket.write(body);
      expect(await answered).toMatch(/^HTTP\/1\.1 201 [\s\S]*"id":"sub_/);
      await closed;
      expect(await exitCode).toBe(0);
    },
    START_TIMEOUT_MS,
  );

  step('with --ephemeral leaves nothing behind', () => {
    expect(existsSync(ephemeralFolder)).toBe(false);
  });

  let second: CloudProcess;
  let third: CloudProcess;
  let mailsBefore: Mail[];

  step(
    'keeps the demo and every submission after a restart',
    async () => {
      second = await start();
      expect(idsOf(second.outputs)).toEqual(idsOf(outputs));
      expect((await listed(second.outputs)).sort()).toEqual([...submitted].sort());
      mailsBefore = await eventually(
        () => mailsOf(second.outputs),
        (mails) => mails.length >= submitted.length,
      );
    },
    START_TIMEOUT_MS,
  );

  step(
    'after kill -9, outputs with a reused process id, as in every container, block neither commands nor start',
    async () => {
      submitted.push(...(await postUntilKilled(second)));
      writeFileSync(join(data, 'outputs.json'), JSON.stringify({ ...second.outputs, pid: process.pid }));
      chmodSync(data, 0o755);
      for (const name of ['table.sqlite', 'functions.log', 'inbox.jsonl', 'outputs.json']) {
        chmodSync(join(data, name), 0o644);
      }
      const command = await run('infra/operator/workspace/workspace.ts', 'create', '--name', 'Acme', '--data', data);
      expect([command.code, command.stderr]).toEqual([1, expect.stringContaining('The local service is not running')]);
      third = await start();
      expect(third.outputs.pid).toBe(third.child.pid);
    },
    START_TIMEOUT_MS,
  );

  step('keeps everything acknowledged, every mail, and the access key of the table after kill -9', async () => {
    expect(idsOf(third.outputs)).toEqual(idsOf(outputs));
    const found = await listed(third.outputs);
    expect(submitted.filter((id) => !found.includes(id))).toEqual([]);
    const next = await post(third.outputs);
    expect((await listed(third.outputs))[0]).toBe(next);
    expect((await mailsOf(third.outputs)).slice(0, mailsBefore.length)).toEqual(mailsBefore);
    expect(third.outputs.dynamodbAccessKeyId).toBe(outputs.dynamodbAccessKeyId);
  });

  step('makes files private that other users could read', async () => {
    const open = [data, ...filesIn(data)].filter((path) => (statSync(path).mode & OTHERS_MAY) !== 0);
    expect(open).toEqual([]);
    expect(await third.end('SIGTERM')).toBe(0);
  });

  step(
    'two concurrent starts on one folder result in one service and one clear error',
    async () => {
      let fourth: CloudProcess | undefined;
      const attempts = [1, 2].map(() =>
        start().then(
          (started) => {
            fourth = started;
            return 'ready';
          },
          (error: Error) => error.message.split('\n').slice(1).join('\n').trim(),
        ),
      );
      const said = (await Promise.all(attempts)).sort();
      const { apiUrl } = outputsIn(data);
      expect(said).toEqual([
        expect.stringContaining(`A service with the data in ${data} is running already, at ${apiUrl}.`),
        'ready',
      ]);
      expect(await fourth?.end('SIGTERM')).toBe(0);
    },
    START_TIMEOUT_MS,
  );

  step(
    '--context sets settings of the stack, and makes the gateway throttle by the given limits only',
    async () => {
      const cloud = await start('--context', 'formsPerSecond=7', '--context', 'senderAddress=contact@example.com');
      expect(readFileSync(join(data, 'cdk.out', 'Forms.template.json'), 'utf8')).toMatch(/"ThrottlingRateLimit": 7\b/);
      await post(cloud.outputs);
      await eventually(
        () => mailsOf(cloud.outputs),
        (mails) => mails.at(-1)?.from.endsWith('<contact@example.com>') === true,
      );
      const { apiUrl, apiKey, endpointId } = cloud.outputs;
      const statusesOf = async (request: () => Promise<Response>) =>
        new Set((await Promise.all(Array.from({ length: 40 }, request))).map(({ status }) => status));
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` };
      const form = { method: 'POST', headers, body: '{}' };
      expect(await statusesOf(() => fetch(`${apiUrl}/v1/f/${endpointId}`, form))).toEqual(new Set([201, 429]));
      expect(await statusesOf(() => fetch(`${apiUrl}/v1/endpoints`, { headers }))).toEqual(new Set([200]));
    },
    START_TIMEOUT_MS,
  );

  // Other invalid settings are in synthesize.test.ts.
  test('--context formPerSecond=7 is rejected with the reason', async () => {
    const rejected = await run(PROGRAM, '--port', '0', '--data', otherData, '--context', 'formPerSecond=7');
    const reason = 'formPerSecond is not a setting: did you mean formsPerSecond?';
    expect(rejected).toEqual({ code: 1, stdout: STARTING, stderr: expect.stringContaining(reason) });
  });

  test('--data package.json is rejected, since it is a file', async () => {
    const rejected = await run(PROGRAM, '--port', '0', '--data', 'package.json');
    const reason = /^package\.json cannot be used as a folder \(EEXIST: [^)]+\)\. Choose another with --data\.\n$/;
    expect(rejected).toEqual({ code: 1, stdout: STARTING, stderr: expect.stringMatching(reason) });
  });

  test.each([
    ['/proc/missing', 'cannot be used as a folder'],
    ['/proc', 'cannot be written to'],
  ])('--data %s is rejected with what to do, since it cannot hold files', async (place, reason) => {
    const rejected = await run(PROGRAM, '--port', '0', '--data', place);
    expect(rejected).toEqual({
      code: 1,
      stdout: STARTING,
      stderr: expect.stringContaining('hoose another with --data'),
    });
    expect(rejected.stderr).toContain(process.platform === 'linux' ? reason : place);
  });

  test('an unwritable data folder is named, with advice', async () => {
    const start = [process.execPath, '--import', 'tsx', PROGRAM, '--port', '0', '--data', join(otherData, 'full')];
    const { code, stderr } = await launchProgram('bash', '-c', 'ulimit -f 16 && exec "$0" "$@"', ...start).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Files cannot be written to \S+ \(EFBIG: .+\)\. Make room there, or choose another with --data\.\n$/,
    );
  });
});

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
  // The error, then the usage.
  testWrongCalls(
    PROGRAM,
    [
      [
        'a port that is none',
        () => ['--port', 'abc'],
        /^error: .*'abc' is invalid\. It must be a number from 0 to 65530\.\n\nUsage: npm start -- \[options\]/,
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
