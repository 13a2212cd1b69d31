import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Outputs } from '../../../infra/local/outputs.ts';
import { type CloudProcess, newDataFolder, removeFolder, startCloud } from '../../support/cloudProcess.ts';
import { run } from '../../support/commands.ts';
import { inOrder } from '../../support/inOrder.ts';
import { eventually, type Mail, send } from '../../support/service.ts';

const TIMEOUT_MS = 120_000;
const OTHERS_MAY = 0o077;

const data = newDataFolder();
const outputsFile = join(data, 'outputs.json');
let cloud: CloudProcess;

async function start(...options: string[]): Promise<Outputs> {
  cloud = await startCloud(data, ...options);
  return cloud.outputs;
}

let first: Outputs;
beforeAll(async () => {
  first = await start();
}, TIMEOUT_MS);
afterAll(async () => {
  await cloud?.end('SIGKILL');
  removeFolder(data);
});

const filesIn = (folder: string): string[] => readdirSync(folder).map((name) => join(folder, name));

async function post({ apiUrl: baseUrl, endpointId }: Outputs): Promise<void> {
  const { status } = await send('POST', `/v1/f/${endpointId}`, { baseUrl, json: { message: 'Hello' } });
  expect(status).toBe(201);
}

async function mailsOf({ inboxUrl }: Outputs): Promise<Mail[]> {
  const { emails } = (await (await fetch(`${inboxUrl}/store`)).json()) as { emails: Mail[] };
  return emails;
}

/** Each test kills the service; the next one starts it on the same data. */
const step = inOrder({ after: async () => cloud?.end('SIGKILL') });

describe('what a service has left behind', () => {
  step(
    'every mail that was in the inbox is there after a kill -9, and the access key of the table is the same',
    async () => {
      for (let i = 0; i < 3; i++) await post(first);
      const before = await eventually(
        () => mailsOf(first),
        (mails) => mails.length === 3,
      );
      await cloud.end('SIGKILL');
      const second = await start();
      expect((await mailsOf(second)).slice(0, 3)).toEqual(before);
      expect(second.dynamodbAccessKeyId).toBe(first.dynamodbAccessKeyId);
    },
    TIMEOUT_MS,
  );

  step(
    'outputs with a reused process id, as in every container, block neither start nor commands',
    async () => {
      writeFileSync(outputsFile, JSON.stringify({ ...first, pid: process.pid }));
      const command = await run('infra/operator/workspace/workspace.ts', 'create', '--name', 'Acme', '--data', data);
      expect([command.code, command.stderr]).toEqual([1, expect.stringContaining('The local service is not running')]);
      expect((await start()).pid).toBe(cloud.child.pid);
    },
    TIMEOUT_MS,
  );

  step(
    'demo.json without the table creates a new demo, whose key works',
    async () => {
      for (const file of filesIn(data)) if (file.includes('table.sqlite')) rmSync(file);
      const { apiUrl: baseUrl, apiKey: key, endpointId, workspaceId } = await start();
      expect(workspaceId).not.toBe(first.workspaceId);
      expect((await send('GET', `/v1/endpoint/${endpointId}`, { baseUrl, key })).status).toBe(200);
    },
    TIMEOUT_MS,
  );

  step(
    'files that other users could read become private',
    async () => {
      chmodSync(data, 0o755);
      for (const name of ['table.sqlite', 'functions.log', 'inbox.jsonl', 'outputs.json']) {
        chmodSync(join(data, name), 0o644);
      }
      await post(await start());
      const open = [data, ...filesIn(data)].filter((path) => (statSync(path).mode & OTHERS_MAY) !== 0);
      expect(open).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

describe('two concurrent starts on one folder', () => {
  step(
    'result in one service and one clear error',
    async () => {
      const attempts = [1, 2].map(() =>
        startCloud(data).then(
          (started) => {
            cloud = started;
            return 'ready';
          },
          (error: Error) => error.message.split('\n').slice(1).join('\n').trim(),
        ),
      );
      const said = (await Promise.all(attempts)).sort();
      const { apiUrl } = JSON.parse(readFileSync(outputsFile, 'utf8')) as Outputs;
      expect(said).toEqual([`A service with the data in ${data} is running already, at ${apiUrl}.`, 'ready']);
      await post(cloud.outputs);
    },
    TIMEOUT_MS,
  );
});

describe('npm start -- --context', () => {
  step(
    'sets settings of the stack, and makes the gateway throttle by the given limits only',
    async () => {
      await start('--context', 'formsPerSecond=7', '--context', 'senderAddress=contact@example.com');
      expect(readFileSync(join(data, 'cdk.out', 'Forms.template.json'), 'utf8')).toMatch(/"ThrottlingRateLimit": 7\b/);
      await post(cloud.outputs);
      await eventually(
        () => mailsOf(cloud.outputs),
        (mails) => mails.at(-1)?.from === 'contact@example.com',
      );
      const { apiUrl, apiKey, endpointId } = cloud.outputs;
      const statusesOf = async (request: () => Promise<Response>) =>
        new Set((await Promise.all(Array.from({ length: 40 }, request))).map(({ status }) => status));
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` };
      const form = { method: 'POST', headers, body: '{}' };
      expect(await statusesOf(() => fetch(`${apiUrl}/v1/f/${endpointId}`, form))).toEqual(new Set([201, 429]));
      expect(await statusesOf(() => fetch(`${apiUrl}/v1/endpoints`, { headers }))).toEqual(new Set([200]));
    },
    TIMEOUT_MS,
  );

  // Other invalid settings are in synthesize.test.ts.
  test('formPerSecond=7 is rejected with the reason', async () => {
    const other = newDataFolder();
    const ended = await run('infra/local/start.ts', '--port', '0', '--data', other, '--context', 'formPerSecond=7');
    removeFolder(other);
    const reason = /^Unknown settings: formPerSecond\. The settings are senderAddress, .*formsPerSecond/;
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(reason) });
  });
});
