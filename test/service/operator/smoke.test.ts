import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeOutputs } from '../../../infra/localService/outputs.ts';
import { runSmoke } from '../../../infra/operator/smoke/runSmoke.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';
import { newEndpoint, newWorkspace, outputs, send } from '../../support/cloud/service.ts';
import { launch, run, testWrongCalls } from '../../support/commands.ts';

const PROGRAM = 'infra/operator/smoke/smoke.ts';
const NOBODY = 'http://127.0.0.1:1';

const data = newDataFolder();
afterAll(() => removeFolder(data));

let key: string;
let existing: Endpoint;
beforeAll(async () => {
  ({ key } = await newWorkspace());
  existing = await newEndpoint(key);
});

/** Expects the same stored data as before the run. */
async function expectNothingLeft(): Promise<void> {
  const [endpoints, keys] = [await send('GET', '/v1/endpoints', { key }), await send('GET', '/v1/keys', { key })];
  expect(endpoints.json.endpoints).toEqual([existing]);
  const names = keys.json.keys.map(({ name }: { name: string }) => name);
  expect(names.filter((name: string) => name !== 'First key' && name !== 'Test key')).toEqual([]);
  expect((await send('GET', '/v1/members', { key })).json.members).toEqual([]);
}

async function smoke(url: string, credential = key) {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const result = await runSmoke({ url, key: credential, print, isInterrupted: () => false });
  return { ...result, report: lines.join('\n') };
}

const checksIn = (report: string, mark: '✓' | '✗'): string[] =>
  report
    .split('\n')
    .filter((line) => line.startsWith(`  ${mark} `))
    .map((line) => line.replace(/^ {2}. +\d+ ms {2}/, ''));

type Twist = (
  incoming: IncomingMessage,
  answer: { status: number; headers: Record<string, string>; body: string },
) => void;

let proxy: Server | undefined;
afterAll(() => {
  proxy?.closeAllConnections();
  proxy?.close();
});

function serveTwisted(twist: Twist): Promise<string> {
  proxy?.closeAllConnections();
  proxy?.close();
  proxy = createServer((incoming, outgoing) => void forward(incoming, outgoing, twist));
  return new Promise((resolve) => {
    const server = proxy as Server;
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

/** AWS's edge accepts 10 MB, and rejects more itself. */
const EDGE_LIMIT = 10 * 1_048_576;

function forward(incoming: IncomingMessage, outgoing: ServerResponse, twist: Twist): void {
  const { method, headers } = incoming;
  if (Number(headers['content-length']) > EDGE_LIMIT) {
    // Reads the body, so that the connection can be reused.
    incoming.resume().on('end', () => outgoing.writeHead(413).end('{"message":"Request Too Long"}'));
    return;
  }
  const onward = request(
    `${outputs().apiUrl}${incoming.url}`,
    { method: method ?? 'GET', headers },
    async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const answer = {
        status: response.statusCode ?? 0,
        headers: { ...response.headers } as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      };
      twist(incoming, answer);
      delete answer.headers['content-length'];
      delete answer.headers['transfer-encoding'];
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    },
  );
  incoming.pipe(onward);
}

const isOf = (incoming: IncomingMessage, method: string, path: RegExp): boolean =>
  incoming.method === method && path.test(incoming.url ?? '');

/** Defects that one run can find together, with the checks that detect them. */
const ALONE: [string[], Twist][] = [
  [
    ['retrieveSubmission'],
    (incoming, answer) => {
      if (isOf(incoming, 'GET', /^\/v1\/submission\//)) answer.body = answer.body.replace('-1.5', '1.5');
    },
  ],
  [
    ['UNAUTHORIZED for junk'],
    (incoming, answer) => {
      if (incoming.headers.authorization === 'Bearer junk') answer.body = answer.body.replace('"docs"', '"help"');
    },
  ],
  [
    ['NOT_FOUND for an unknown path'],
    (incoming, answer) => {
      if (incoming.url === '/v1/nope') answer.body = answer.body.replace(/"requestId":"/, '$&x');
    },
  ],
  [
    ['preflights of every path'],
    (incoming, answer) => {
      if (incoming.method === 'OPTIONS') answer.headers['access-control-allow-headers'] = 'Content-Type';
    },
  ],
  [
    ['PAYLOAD_TOO_LARGE for a body of 7 MB'],
    (incoming, answer) => {
      if (Number(incoming.headers['content-length']) === 7 * 1_048_576) answer.status = 201;
    },
  ],
  [
    [
      'a form is stored and its sender redirected',
      'a form to an unknown endpoint is redirected to a page that says so',
    ],
    (_incoming, answer) => {
      if (answer.status === 303) delete answer.headers.location;
    },
  ],
  [
    ['deleteKey', 'UNAUTHORIZED for a key with a wrong checksum', 'UNAUTHORIZED for an unknown key'],
    (incoming, answer) => {
      const isWithKey = incoming.headers.authorization?.startsWith('Bearer fbk_');
      if (incoming.url?.startsWith('/v1/keys') && answer.status === 401 && isWithKey) answer.status = 200;
    },
  ],
];

describe('npm run smoke', () => {
  test('passes against the local cloud with its pages, calls every operation and leaves nothing behind', async () => {
    const { apiUrl, siteUrl } = outputs();
    writeOutputs(data, outputs());
    const ended = await run(PROGRAM, '--url', `${apiUrl}/`, '--key', key, '--site', siteUrl, '--data', data);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(checksIn(ended.stdout, '✗')).toEqual([]);
    const passed = checksIn(ended.stdout, '✓');
    for (const { id, method, path } of OPERATIONS) expect(passed).toContain(`${id}  ${method} ${path}`);
    expect(ended.stdout).toMatch(new RegExp(`^${passed.length} checks in [\\d.]+ s: all passed$`, 'm'));
    expect(ended.stdout).not.toContain(key);
    expect(ended.stdout).not.toContain('--stack');
    await expectNothingLeft();
  }, 120_000);

  test('fails, says where, and cleans up when much is wrong; accepts the response of AWS’s edge to 11 MB', async () => {
    const names = ALONE.flatMap(([each]) => each);
    const url = await serveTwisted((incoming, answer) => {
      for (const [, twist] of ALONE) twist(incoming, answer);
    });
    const { failed, report } = await smoke(url);
    const named = checksIn(report, '✗');
    expect(named.map((name) => name.split('  ')[0]).sort()).toEqual(names.sort());
    expect(failed).toBe(names.length);
    expect(report).toMatch(/✓ .*11 MB\n +rejected in AWS’s own form/);
    for (const id of ['answerConfirmation', 'unsubscribe'])
      expect(report).toMatch(new RegExp(`✓ .*${id} .*\n +checked only with an unknown token: --stack`));
    for (const id of ['signIn', 'listSessions', 'endSession', 'endSessions'])
      expect(report).toMatch(new RegExp(`✓ .*${id} .*\n +checked only without signing in: --stack`));
    await expectNothingLeft();
  }, 120_000);

  test('when interrupted, stops, cleans up, and exits with 130', async () => {
    const program = launch(PROGRAM, '--url', outputs().apiUrl, '--key', key);
    await program.untilPrinted('createKey');
    program.kill('SIGINT');
    const ended = await program.ended;
    expect(ended.code).toBe(130);
    expect(ended.stderr).toContain('Interrupted');
    expect(checksIn(ended.stdout, '✓').length).toBeLessThan(30);
    expect(checksIn(ended.stdout, '✓')).toContain('nothing is left behind');
    await expectNothingLeft();
  }, 120_000);

  testWrongCalls(PROGRAM, [
    [
      'without an address',
      () => ['--key', 'fbk_1'],
      /^error: required option '--url <address>' not specified\n\nUsage: npm run smoke/,
    ],
    ['without a key', () => ['--url', NOBODY], /^error: required option '--key <secret>' not specified/],
    ['with an address that is none', () => ['--url', 'localhost', '--key', 'fbk_1'], /^--url must be/],
    [
      'with the address of a service that does not respond',
      () => ['--url', NOBODY, '--key', key],
      /^http:\/\/127.0.0.1:1: no response: .+\n$/,
    ],
  ]);
});
