import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFunctions } from '../../../infra/constructs/functions/bundle.ts';
import { newKeySecret } from '../../../shared/storage/keySecret.ts';
import { progress } from './progress.ts';
import { median, rounded } from './stats.ts';

/** A new instance's work before its first request to the table: medians of processor time in milliseconds. */
export interface ColdStart {
  /** Bytes of the files that are loaded at the start. */
  bytes: number;
  /** Node.js itself, until it loads the function. */
  nodeMs: number;
  /** Reading, compiling and evaluating the function. */
  loadMs: number;
  /** Modules of Node.js that it loads. */
  builtIns: number;
  /** Clients, and a request on each of their connections. */
  connectMs: number;
  /** From the first event to the first request to the table. */
  firstRequestMs: number;
}

const WITH_KEY = { httpMethod: 'GET', headers: { Authorization: `Bearer ${newKeySecret()}` } };

/** An event of each kind of bundle: with and without page index, and the one that receives forms. */
const EVENTS: Record<string, object> = {
  createSubmission: {
    httpMethod: 'POST',
    resource: '/v1/f/{endpointId}',
    pathParameters: { endpointId: `enp_${'0'.repeat(26)}` },
    headers: { 'Content-Type': 'application/json' },
    body: '{"message":"Hello"}',
  },
  listSubmissions: {
    ...WITH_KEY,
    resource: '/v1/submissions/{endpointId}',
    pathParameters: { endpointId: `enp_${'0'.repeat(26)}` },
  },
  listKeys: { ...WITH_KEY, resource: '/v1/keys', pathParameters: null },
};

/** Invokes the function until its first request to the table, which is a server in this process. */
const PROGRAM = `
  import { createServer } from 'node:http';
  import { setTimeout as sleep } from 'node:timers/promises';
  const [, file, event] = process.argv;
  const cpuMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  const nodeMs = cpuMs();
  const builtIns = process.moduleLoadList.length;
  let startedAt = 0;
  let loadMs = 0;
  let connectMs = 0;
  const server = createServer(({ method }, response) => {
    if (method === 'GET') return response.end('healthy');
    const phases = [nodeMs, loadMs, process.moduleLoadList.length - builtIns, connectMs, cpuMs() - startedAt];
    process.stdout.write(JSON.stringify(phases));
    process.exit();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.AWS_ENDPOINT_URL_DYNAMODB = 'http://127.0.0.1:' + server.address().port;
  startedAt = cpuMs();
  const { handler } = await import(file);
  loadMs = cpuMs() - startedAt;
  await sleep(200);
  connectMs = cpuMs() - startedAt - loadMs;
  startedAt = cpuMs();
  const request = { multiValueQueryStringParameters: null, isBase64Encoded: false, requestContext: {}, ...JSON.parse(event) };
  throw new Error(JSON.stringify(await handler(request, {})));`;

const ENVIRONMENT = {
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  ...{ AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
  ...{ TABLE_NAME: 'Table', SITE_URL: 'https://site.example', FILE_BUCKET: 'Files', SCAN_FILES: 'false' },
  ...{ REMOVAL_QUEUE_URL: 'https://sqs.example/1/Removal', UPLOADS_PER_SECOND: '2', REQUESTS_PER_SECOND: '20' },
};

export function measureColdStarts(rounds: number): Record<string, ColdStart> {
  const folderOf = bundleFunctions();
  return Object.fromEntries(
    Object.entries(EVENTS).map(([id, event]) => {
      const starts = Array.from({ length: rounds }, (_, round) => {
        progress(`start of ${id}, round ${round + 1} of ${rounds}`);
        return startOnce(join(folderOf(id), 'index.mjs'), event);
      });
      const medianOf = (phase: number) => rounded(median(starts.map((phases) => phases[phase] ?? 0)), 1);
      const [nodeMs = 0, loadMs = 0, builtIns = 0, connectMs = 0, firstRequestMs = 0] = [0, 1, 2, 3, 4].map(medianOf);
      return [id, { bytes: bytesOf(folderOf(id)), nodeMs, loadMs, builtIns, connectMs, firstRequestMs }];
    }),
  );
}

function startOnce(file: string, event: object): number[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, '--', pathToFileURL(file).href, JSON.stringify(event)],
    { env: ENVIRONMENT, encoding: 'utf8', timeout: 30_000 },
  );
  if (status !== 0 || stdout === '') throw new Error(`${file} made no request: ${stdout} ${stderr}`);
  return JSON.parse(stdout.slice(stdout.lastIndexOf('[')));
}

/** The bundle, and the chunks that it imports at once. */
function bytesOf(folder: string): number {
  const index = readFileSync(join(folder, 'index.mjs'), 'utf8');
  const files = readdirSync(folder).filter((name) => name === 'index.mjs' || index.includes(`from"./${name}"`));
  return files.reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0);
}
