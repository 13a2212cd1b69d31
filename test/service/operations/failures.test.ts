import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { NEVER } from '../../../shared/contract/time.ts';
import type { Dependencies } from '../../../shared/http/dependencies.ts';
import { FORM_PARSERS } from '../../../shared/http/formBody.ts';
import type { Authenticate } from '../../../shared/http/middleware.ts';
import { serve } from '../../../shared/http/serve.ts';
import { EXAMPLE_MESSAGES } from '../../../shared/openapi/exampleMessages.ts';
import { StorageUnavailable } from '../../../shared/storage/table/failures.ts';
import type { ItemKey } from '../../../shared/storage/table/partitions.ts';
import { hashSecret, keyIdOf, newKeySecret } from '../../../shared/storage/workspaces/keySecret.ts';
import type { StoredKey } from '../../../shared/storage/workspaces/storedKey.ts';
import { rightRequest, UNKNOWN } from '../../support/cloud/rightRequests.ts';
import { catchLogs, type Logged } from '../../support/logged.ts';

const SITE_URL = 'https://site.example';
const REQUEST_ID = 'request-id-of-the-gateway=';
const CAUSE = 'the cause, which nobody outside may read';

const secret = newKeySecret();
const secretHash = hashSecret(secret);
const KEY: StoredKey = {
  id: keyIdOf(secretHash),
  workspaceId: 'ws_1',
  name: 'Key',
  permission: 'write',
  secretHash,
  createdAt: NEVER,
  expiresAt: NEVER,
};

type Read = () => Promise<never>;
const FAILED = 'Something went wrong on our side: try again in a moment.';
const BUSY = EXAMPLE_MESSAGES.GATEWAY_TIMEOUT;
const LATE = 'The service could not respond in time: try again in a moment.';
const unavailable = () => Promise.reject(new StorageUnavailable(new Error(CAUSE)));
const FAILURES: [string, number, string, string, Read][] = [
  ['a repository throws', 500, 'INTERNAL_SERVER_ERROR', FAILED, () => Promise.reject(new Error(CAUSE))],
  ['what is thrown is no error', 500, 'INTERNAL_SERVER_ERROR', FAILED, () => Promise.reject(CAUSE)],
  ['the storage is throttled or slow', 504, 'GATEWAY_TIMEOUT', BUSY, unavailable],
  ['the storage never answers', 504, 'GATEWAY_TIMEOUT', LATE, () => new Promise(() => undefined)],
];

function dependencies(endpointRead: Read, keyRead: () => Promise<StoredKey> = async () => KEY): Dependencies {
  const repositories = {
    endpoints: { find: endpointRead },
    table: {
      get: async (key: ItemKey) => {
        const item = await keyRead();
        return item && { ...key, ...item };
      },
    },
    keys: { noteAccess: async () => undefined },
  };
  return { ...repositories, siteUrl: SITE_URL } as unknown as Dependencies;
}

/**
 * Runs an operation's stack around a handler that awaits its caller and a read, half a second and 50 ms before its
 * timeout.
 */
function run(operation: Operation, given: Dependencies, headers: Record<string, string> = {}) {
  const createHandler = serve(
    operation,
    async (input, { endpoints }: Dependencies) => {
      const reads = [endpoints.find('enp_1'), (input as { authenticate?: Authenticate }).authenticate?.()];
      return (await Promise.all(reads))[0];
    },
    FORM_PARSERS,
  );
  const { params, json } = rightRequest(operation, UNKNOWN);
  const event = {
    httpMethod: operation.method,
    resource: operation.path,
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', ...headers },
    pathParameters: params,
    multiValueQueryStringParameters: operation.permission === 'public' ? { token: [params.token] } : null,
    body: json === undefined ? null : JSON.stringify(json),
    isBase64Encoded: false,
    requestContext: { requestId: 'set-by-the-caller', extendedRequestId: REQUEST_ID },
  } as unknown as APIGatewayProxyEvent;
  return createHandler(given)(event, { getRemainingTimeInMillis: () => 550 } as Context);
}

let logged: Logged;

beforeEach(() => {
  logged = catchLogs();
});

afterEach(() => {
  jest.restoreAllMocks();
});

const errorOf = (code: string, message: string) => ({
  code,
  message,
  docs: `${SITE_URL}/errors/${code}`,
  requestId: REQUEST_ID,
});

describe.each(OPERATIONS.map((operation) => ({ id: operation.id, operation })))('$id', ({ id, operation }) => {
  test.each(FAILURES)('when %s: %i %s, and only the log says why', async (_when, status, code, message, read) => {
    const { statusCode, headers, body } = await run(operation, dependencies(read));
    expect(statusCode).toBe(status);
    expect(JSON.parse(body)).toEqual(errorOf(code, message));
    expect(headers).toMatchObject({
      'X-Request-Id': REQUEST_ID,
      'Access-Control-Allow-Origin': '*',
      'Content-Type': 'application/json',
    });
    expect(logged.lines).toEqual([
      {
        level: 'error',
        message: expect.objectContaining({ event: 'failed', requestId: REQUEST_ID, operation: id, status, code }),
      },
    ]);
    const [line] = logged.lines;
    expect(JSON.stringify(line?.message.error)).toContain(message.includes('could not respond') ? message : CAUSE);
    expect(JSON.stringify(line)).not.toContain(secret);
  });
});

const withKey = OPERATIONS.filter(({ permission }) => permission !== 'public');

describe.each(withKey.map((operation) => ({ id: operation.id, operation })))(
  '$id, reading the key',
  ({ operation }) => {
    test.each(FAILURES)('when %s: %i %s', async (_when, status, code, message, read) => {
      const { statusCode, body } = await run(operation, dependencies(read, read));
      expect(statusCode).toBe(status);
      expect(JSON.parse(body)).toEqual(errorOf(code, message));
    });

    test.each(FAILURES)('401 for an unknown key even when %s', async (_when, _status, _code, _message, read) => {
      const { statusCode } = await run(
        operation,
        dependencies(read, async () => undefined as unknown as StoredKey),
      );
      expect(statusCode).toBe(401);
    });
  },
);

describe('createSubmission for a browser', () => {
  const operation = OPERATIONS.find(({ id }) => id === 'createSubmission') as Operation;

  test.each(FAILURES)('303 to /form/error when %s', async (_when, _status, _code, _message, read) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' };
    const answer = await run(operation, dependencies(read), headers);
    expect([answer.statusCode, answer.headers?.Location, answer.body]).toEqual([303, `${SITE_URL}/form/error`, '']);
  });
});
