import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { takesForms } from '../../../../shared/contract/operations/define.ts';
import { retrieveEndpoint, updateEndpoint } from '../../../../shared/contract/operations/endpoints.ts';
import { OPERATIONS, type Operation } from '../../../../shared/contract/operations/index.ts';
import { createSubmission } from '../../../../shared/contract/operations/submissions.ts';
import { NEVER } from '../../../../shared/contract/time.ts';
import type { Authenticate, Input } from '../../../../shared/http/middleware.ts';
import { createRepositories } from '../../../../shared/http/repositories.ts';
import { serve } from '../../../../shared/http/serve.ts';
import { Workspaces } from '../../../../shared/storage/workspaces.ts';
import { catchLogs } from '../../../support/logged.ts';
import { rightRequest, UNKNOWN } from '../../../support/rightRequests.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const SITE_URL = 'https://site.example';
const table = new MemoryTable(new MemoryItems());

beforeEach(() => {
  catchLogs();
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function inputOf(operation: Operation): Promise<Record<string, unknown>> {
  const { workspaceId, key } = await new Workspaces(table).create('Test');
  let input = {};
  const createHandler = serve(operation, async (given) => {
    input = { ...given, ...(await (given as { authenticate?: Authenticate }).authenticate?.()) };
    throw new Error('seen');
  });
  const { params, json } = rightRequest(operation, UNKNOWN);
  const event = {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    pathParameters: params,
    multiValueQueryStringParameters: operation.permission === 'public' ? { token: [params.token] } : null,
    body: json === undefined ? null : JSON.stringify(json),
    isBase64Encoded: false,
    requestContext: { extendedRequestId: 'request-id' },
  } as unknown as APIGatewayProxyEvent;
  const dependencies = { ...createRepositories(table), siteUrl: SITE_URL };
  const { statusCode } = await createHandler(dependencies)(event, {
    getRemainingTimeInMillis: () => 10_000,
  } as Context);
  expect(statusCode).toBe(500);
  if ('caller' in input) expect(input.caller).toMatchObject({ workspaceId, permission: 'write', expiresAt: NEVER });
  return input;
}

test.each(OPERATIONS)('$id: its handler can authenticate its caller unless it is public', async (operation) => {
  const names = [
    'params',
    'query',
    'body',
    'sentBody',
    'headers',
    'sourceIp',
    ...(takesForms(operation) ? ['content'] : []),
    ...(operation.permission === 'public' ? [] : ['authenticate', 'caller', 'keyId']),
  ];
  expect(Object.keys(await inputOf(operation)).sort()).toEqual(names.sort());
});

type HasCaller<O extends Operation> = 'authenticate' extends keyof Input<O> ? true : false;
/** Checked by the compiler. */
const HAS_CALLER: {
  public: HasCaller<typeof createSubmission>;
  read: HasCaller<typeof retrieveEndpoint>;
  write: HasCaller<typeof updateEndpoint>;
  any: HasCaller<Operation>;
} = { public: false, read: true, write: true, any: false };

test('the type of its input can authenticate where the operation is known not to be public', () => {
  const { public: ofPublic, read, write } = HAS_CALLER;
  const permissions = [createSubmission, retrieveEndpoint, updateEndpoint].map(({ permission }) => permission);
  expect(permissions.map((permission) => permission !== 'public')).toEqual([ofPublic, read, write]);
});
