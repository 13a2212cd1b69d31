import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { bundleFunctions } from '../../../../infra/constructs/functions/bundle.ts';
import { newKeySecret } from '../../../../shared/storage/workspaces/keySecret.ts';

const FILE = pathToFileURL(join(bundleFunctions()('listKeys'), 'index.mjs')).href;
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.file).then(({ handler }) => handler(workerData.event, {})).then(({ statusCode }) => parentPort.postMessage(statusCode));`;
const EVENT = {
  httpMethod: 'GET',
  resource: '/v1/keys',
  pathParameters: null,
  multiValueQueryStringParameters: null,
  headers: { Authorization: `Bearer ${newKeySecret()}` },
  isBase64Encoded: false,
  requestContext: {},
};

interface Start {
  status: number;
  requests: string[];
  connections: number;
}

/** Starts a function and sends it an event. Its table has no keys. */
async function start(environment: Record<string, string>, health?: 'unreachable'): Promise<Start> {
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers['x-amz-target'] ?? 'without target'}`);
    if (request.method === 'POST') response.setHeader('Content-Type', 'application/x-amz-json-1.0').end('{}');
    else if (health === 'unreachable') request.socket.destroy();
    else response.end('healthy: dynamodb.eu-west-1.amazonaws.com ');
  }).on('connection', () => connections++);
  const port = await portOf(server);
  const env = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TABLE_NAME: 'Table',
    SITE_URL: 'https://site.example',
    ...environment,
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
  };
  const workerData = { file: FILE, event: EVENT };
  const worker = new Worker(PROGRAM, { eval: true, workerData, env, stdout: true, stderr: true });
  try {
    const status = await new Promise<number>((resolve, reject) =>
      worker.once('message', resolve).once('error', reject),
    );
    return { status, requests, connections };
  } finally {
    await worker.terminate();
    await new Promise((resolve) => server.close(resolve).closeAllConnections());
  }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const ON_LAMBDA = { AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand' };
const CALLS = ['POST / DynamoDB_20120810.GetItem', 'POST / DynamoDB_20120810.UpdateItem'];

test('a function on AWS opens all connections before its first event', async () => {
  const { status, requests, connections } = await start(ON_LAMBDA);
  expect(requests.slice(0, 2)).toEqual(['GET / without target', 'GET / without target']);
  expect(requests.slice(2).sort()).toEqual(CALLS);
  expect({ status, connections }).toEqual({ status: 401, connections: 2 });
});

test('a function elsewhere opens no connections in advance', async () => {
  const { requests } = await start({});
  expect(requests.sort()).toEqual(CALLS);
});

test('a connection that fails at the start does not fail the first event', async () => {
  const { status, requests } = await start(ON_LAMBDA, 'unreachable');
  expect(status).toBe(401);
  expect(requests.filter((request) => request.startsWith('POST')).sort()).toEqual(CALLS);
});
