import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Outputs } from '../../../infra/localService/outputs.ts';
import {
  type CloudProcess,
  newDataFolder,
  removeFolder,
  signInLinkIn,
  startCloud,
} from '../../support/cloud/cloudProcess.ts';
import { eventually, send } from '../../support/cloud/service.ts';
import { run } from '../../support/commands.ts';
import { inOrder } from '../../support/inOrder.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../support/receivers/webhookReceiver.ts';

const START_TIMEOUT_MS = 90_000;
const data = newDataFolder();
let cloud: CloudProcess;
let receiver: WebhookReceiver;
let submissions = 0;

async function restart(): Promise<void> {
  cloud = await startCloud(data);
}

/** Not by `send`, which expects the shared cloud's addresses in an error: posts may get 504 while the engine is away. */
const post = ({ apiUrl, endpointId } = cloud.outputs) =>
  fetch(`${apiUrl}/v1/f/${endpointId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"message":"Hello"}',
  });

async function listed({ apiUrl, apiKey, endpointId }: Outputs): Promise<number> {
  const { json } = await send('GET', `/v1/submissions/${endpointId}`, { baseUrl: apiUrl, key: apiKey });
  return json.submissions.length;
}

const saidSinceReady = (): string[] =>
  (cloud.output().split(/^ready\n/m)[1] ?? '')
    .split('\n')
    .slice(0, -1)
    // Each reader of the stream may say once that it has to wait.
    .filter((line) => !/^The stream reader of \w+ failed and will retry: The table is not running\.$/.test(line));
const RESTARTED = 'The embedded DynamoDB ended by itself: it is restarted. It was ended by SIGKILL.';
const ENDING = 'Ending once what is running has finished, within 20 s. Ctrl-C again ends at once.';

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  await restart();
  const { apiUrl: baseUrl, apiKey: key, endpointId } = cloud.outputs;
  const json = { endpointId, url: receiver.url, events: ['submission.created'] };
  expect((await send('POST', '/v1/webhook', { baseUrl, key, json })).status).toBe(201);
}, START_TIMEOUT_MS);
afterAll(async () => {
  await cloud.end('SIGKILL');
  receiver.close();
  removeFolder(data);
});

describe('a bad day', () => {
  const step = inOrder();

  step('the engine is killed: it is restarted, posts succeed again, and one line says so', async () => {
    process.kill(Number(readFileSync(join(data, 'table.sqlite.pid'), 'utf8')), 'SIGKILL');
    await eventually(post, ({ status }) => status === 201);
    submissions++;
    expect(saidSinceReady()).toEqual([RESTARTED]);
  });

  step('SIGTERM: half a request delays nothing and prints nothing, a running webhook finishes', async () => {
    await eventually(
      async () => receiver.received.length,
      (count) => count === submissions,
    );
    let answer = () => undefined as unknown;
    const answered = new Promise((resolve) => {
      answer = () => resolve(undefined);
    });
    receiver.behave = () => ({ status: 204, after: answered });
    expect((await post()).status).toBe(201);
    submissions++;
    await eventually(
      async () => receiver.received.length,
      (count) => count === submissions,
    );
    const { apiUrl, endpointId } = cloud.outputs;
    const half = connect(Number(new URL(apiUrl).port), '127.0.0.1').on('error', () => undefined);
    half.write(
      `POST /v1/f/${endpointId} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n`,
    );
    expect(String(await once(half, 'data'))).toMatch(/^HTTP\/1\.1 100 /);
    half.write('message=');
    const closed = new Promise((resolve) => half.on('close', resolve));
    const code = cloud.end('SIGTERM');
    await closed;
    answer();
    expect(await code).toBe(0);
    expect(saidSinceReady()).toEqual([RESTARTED, ENDING]);
  });

  step(
    'after that start nothing is sent twice',
    async () => {
      receiver.behave = () => ({ status: 204 });
      await restart();
      expect((await post()).status).toBe(201);
      submissions++;
      await eventually(
        async () => receiver.received.length,
        (count) => count >= submissions,
      );
      const ids = receiver.received.map(({ json }) => json.data.id);
      expect(new Set(ids).size).toBe(ids.length);
    },
    START_TIMEOUT_MS,
  );

  step('a second Ctrl-C ends at once', async () => {
    receiver.behave = () => ({ status: 204, hangs: true });
    expect((await post()).status).toBe(201);
    await eventually(
      async () => receiver.received.length,
      (count) => count > submissions,
    );
    const code = cloud.end('SIGINT');
    await eventually(
      async () => {
        cloud.child.kill('SIGINT');
        return cloud.child.exitCode;
      },
      (ended) => ended !== null,
      10_000,
    );
    expect(await code).toBe(130);
  });

  step('without its table the service does not start as if new, and says what to do', async () => {
    const file = join(data, 'table.sqlite');
    for (const name of readdirSync(data)) if (name.startsWith('table.sqlite')) rmSync(join(data, name));
    const { code, stdout, stderr } = await run('local/start.ts', '--port', '0', '--data', data);
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'Starting the service …\n' });
    expect(stderr).toMatch(
      new RegExp(`^${file} is missing or empty, but its service's demo.json, .*Put back a copy .*--data, .*--new`),
    );
    expect(existsSync(file)).toBe(false);
  });

  step(
    '--new moves the old data aside and starts with a new demo, whose link signs in',
    async () => {
      const before = readFileSync(join(data, 'demo.json'), 'utf8');
      writeFileSync(join(data, 'notes.txt'), 'mine');
      const was = readdirSync(data).sort();
      cloud = await startCloud(data, '--new');
      const [, aside = ''] = /^The data that was here is in (.+) now\.$/m.exec(cloud.output()) ?? [];
      expect(readFileSync(join(aside, 'demo.json'), 'utf8')).toBe(before);
      expect([...readdirSync(aside), 'notes.txt'].sort()).toEqual(was);
      expect(cloud.outputs.endpointId).not.toBe(JSON.parse(before).endpointId);
      expect(signInLinkIn(cloud.output())).toContain('#code=');
      expect((await post()).status).toBe(201);
      await eventually(
        () => listed(cloud.outputs),
        (count) => count === 1,
      );
    },
    START_TIMEOUT_MS,
  );
});
