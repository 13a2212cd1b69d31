import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { localTable } from '../../../infra/localService/localTable.ts';
import { LOCAL } from '../../../infra/localService/template.ts';
import { DynamoDb } from '../../../local/aws/dynamodb.ts';
import { type Engine, startEngine } from '../../../local/aws/engine.ts';
import { credentialOf } from '../../../local/aws/signature.ts';
import { readAll, respond } from '../../../local/http/http.ts';
import { httpPost } from '../../../local/http/httpPost.ts';
import { close, listen, newServer } from '../../../local/http/ports.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { type CloudProcess, newDataFolder, removeFolder, startCloud } from '../../support/cloud/cloudProcess.ts';
import { eventually, mailsTo, outputs, send } from '../../support/cloud/service.ts';

describe("the table's published URL", () => {
  const listTables = (accessKeyId: string) =>
    new DynamoDBClient({
      endpoint: outputs().dynamodbEndpoint,
      region: LOCAL.region,
      credentials: { accessKeyId, secretAccessKey: 'any' },
    }).send(new ListTablesCommand());

  test('accepts the access key in outputs.json, with any secret key', async () => {
    expect((await listTables(outputs().dynamodbAccessKeyId)).TableNames).toEqual([outputs().tableName]);
  });

  test.each(['local', 'operator', 'createSubmission', ''])('rejects the access key "%s"', async (accessKeyId) => {
    const { dynamodbEndpoint: url } = outputs();
    await expect(listTables(accessKeyId || ' ')).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
    const headers = { 'x-amz-target': 'DynamoDB_20120810.ListTables', authorization: `Credential=${accessKeyId}/` };
    expect((await httpPost(url, headers, '{}')).status).toBe(400);
  });

  test('rejects unsigned requests', async () => {
    const answer = await fetch(outputs().dynamodbEndpoint, { method: 'POST' });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('dynamodbAccessKeyId')]);
  });
});

describe('with a DynamoDB-compatible service at DYNAMODB_ENDPOINT', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forms-engine-'));
  const data = newDataFolder();
  const accessKeys = new Set<string>();
  let engine: Engine;
  let cloud: CloudProcess;

  /** Records the caller, by which DynamoDB Local separates databases. */
  const service = newServer(async (incoming, outgoing) => {
    accessKeys.add(credentialOf(incoming).accessKeyId);
    const target = String(incoming.headers['x-amz-target']);
    const {
      status,
      body,
      headers: answered,
    } = await new DynamoDb(engine.endpoint).send(target, await readAll(incoming));
    respond(outgoing, { status, body, headers: { 'Content-Type': answered['content-type'] } });
  });

  beforeAll(async () => {
    engine = await startEngine(folder);
    process.env.DYNAMODB_ENDPOINT = await listen(service, 0);
    cloud = await startCloud(data);
  }, 120_000);

  afterAll(async () => {
    delete process.env.DYNAMODB_ENDPOINT;
    await cloud?.end('SIGTERM');
    await close(service);
    await engine?.stop();
    for (const each of [folder, data]) removeFolder(each);
  });

  test('functions, stream and operator use one database, with the same access key', async () => {
    const { apiUrl: baseUrl, inboxUrl } = cloud.outputs;
    const { key } = await new Workspaces(localTable(cloud.outputs)).create('Test');
    const json = { slug: 'contact', targetEmails: ['external@example.com'] };
    const { json: endpoint } = await send('POST', '/v1/endpoint', { baseUrl, key, json });
    await send('POST', `/v1/f/${endpoint.id}`, { baseUrl, json: { message: 'Hello' } });
    await eventually(
      () => mailsTo('external@example.com', inboxUrl),
      (mails) => mails.length === 1,
    );
    expect([...accessKeys]).toHaveLength(1);
  });
});
