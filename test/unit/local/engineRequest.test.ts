import http, { type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetItemCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { arnOf } from '../../../infra/localService/template.ts';
import { callEngineDirectly, type EngineCall } from '../../../local/engineRequest.ts';
import { readAll, respondJson } from '../../../local/http/http.ts';
import { close, listen, newServer } from '../../../local/http/ports.ts';
import { requestTimeouts } from '../../../shared/runtime/requestTimeouts.ts';

const Key = { PK: { S: 'a' }, SK: { S: 'b' } };
const get = new GetItemCommand({ TableName: 'Table', Key });
const put = new PutItemCommand({ TableName: 'Table', Item: Key });
const getBoth = new BatchGetItemCommand({ RequestItems: { Table: { Keys: [Key] }, Other: { Keys: [Key] } } });
const READS = {
  Action: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
  Resource: arnOf('Table', 'AWS::DynamoDB::GlobalTable'),
};

let status = 200;
let waitMs = 0;
interface Received {
  server: string;
  incoming: IncomingMessage;
  body: Record<string, unknown>;
}
let received: Received[];
const serverNamed = (server: string) =>
  newServer(async (incoming, outgoing) => {
    received.push({ server, incoming, body: JSON.parse((await readAll(incoming)).toString()) });
    await sleep(waitMs);
    respondJson(outgoing, { Item: Key, message: server, ConsumedCapacity: { CapacityUnits: 0.5 } }, status);
  });
const [engine, main] = [serverNamed('engine'), serverNamed('main')];
const { request } = http;
const areFaultsSet = new Int32Array(new SharedArrayBuffer(4));
const client = { region: 'us-east-1', maxAttempts: 1, credentials: { accessKeyId: 'f', secretAccessKey: 's' } };
let calls: EngineCall[];
let ended = 0;
let table: DynamoDBClient;
let endpoint: string;

beforeAll(async () => {
  endpoint = await listen(main, 0);
  const statements = [{ Effect: 'Allow', ...READS }];
  const access = { endpoint: await listen(engine, 0), statements, areFaultsSet };
  callEngineDirectly(
    access,
    (call) => calls.push(call),
    () => () => ended++,
  );
  table = new DynamoDBClient({ ...client, endpoint });
});
beforeEach(() => {
  calls = [];
  ended = 0;
  received = [];
});
afterEach(() => {
  status = 200;
  waitMs = 0;
  areFaultsSet.fill(0);
});
afterAll(async () => {
  http.request = request;
  table.destroy();
  await Promise.all([close(engine), close(main)]);
});

test('sends an allowed call to the engine, asks for its capacity and reports it', async () => {
  expect((await table.send(get)).Item).toEqual(Key);
  const { server, incoming, body } = received[0] as Received;
  expect([server, incoming.headers.authorization]).toEqual(['engine', expect.stringContaining('Credential=local/')]);
  expect(body).toEqual({ TableName: 'Table', Key, ReturnConsumedCapacity: 'TOTAL' });
  expect([calls, ended]).toEqual([[{ action: 'GetItem', units: 0.5 }], 1]);
});

test('leaves no timer of the SDK behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const impatient = new DynamoDBClient({ ...client, endpoint, requestHandler: requestTimeouts(1_000) });
  const before = timers();
  await impatient.send(get);
  expect(timers()).toBe(before);
});

test('reports the response of a failed call', async () => {
  status = 500;
  await expect(table.send(get)).rejects.toThrow('engine');
  expect(calls).toEqual([{ action: 'GetItem', units: 0.5, failure: expect.stringContaining('"message":"engine"') }]);
});

test('waits longer for a response than for a connection', async () => {
  waitMs = 60;
  const requestHandler = { connectionTimeout: 20, requestTimeout: 10_000, throwOnRequestTimeout: true };
  const patient = new DynamoDBClient({ ...client, endpoint, requestHandler });
  expect((await patient.send(get)).Item).toEqual(Key);
  patient.destroy();
});

test.each([
  ['a denied call', () => table.send(put)],
  ['a call of which a part is denied', () => table.send(getBoth)],
  [
    'an allowed call while faults are set',
    () => {
      areFaultsSet.fill(1);
      return table.send(get);
    },
  ],
  ['a call of another service', () => new SQSClient({ ...client, endpoint }).send(new ListQueuesCommand())],
])('leaves %s to the main thread, as the function sent it', async (_what, send) => {
  await send();
  const { server, incoming, body } = received[0] as Received;
  expect([server, incoming.headers.authorization]).toEqual(['main', expect.stringContaining('Credential=f/')]);
  expect(body).not.toHaveProperty('ReturnConsumedCapacity');
  expect([received.length, calls]).toEqual([1, []]);
});

test('answers that the service is unavailable while the engine cannot be reached', async () => {
  await close(engine);
  await expect(table.send(get)).rejects.toMatchObject({ $metadata: { httpStatusCode: 503 } });
  expect(received).toEqual([]);
});
