import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { createHandler } from '../../../lambdas/submissions/createSubmission.ts';
import { ERROR_CODES, type ErrorCode, RESERVED_CODES } from '../../../shared/contract/errors.ts';
import { SUBMISSION_BYTES_MAX } from '../../../shared/contract/limits.ts';
import type { Dependencies } from '../../../shared/http/dependencies.ts';
import type { IntakeDependencies } from '../../../shared/intake/receiveSubmission.ts';
import { EXAMPLE_MESSAGES } from '../../../shared/openapi/exampleMessages.ts';
import { StorageUnavailable } from '../../../shared/storage/failures.ts';
import { endpointKey } from '../../../shared/storage/itemKeys.ts';
import { setCount } from '../../support/quotas.ts';
import { newEndpoint, newKey, newWorkspace, outputs, send, sharedTable, uniqueSlug } from '../../support/service.ts';

let workspaceId: string;
let key: string;
let endpointId: string;

beforeAll(async () => {
  ({ workspaceId, key } = await newWorkspace());
  endpointId = (await newEndpoint(key)).id;
});

afterEach(() => {
  jest.restoreAllMocks();
});

const createEndpoint = (fields: object, withKey = key) =>
  send('POST', '/v1/endpoint', { key: withKey, json: { slug: uniqueSlug(), targetEmails: [], ...fields } });
const submit = (data: object, id = endpointId) => send('POST', `/v1/f/${id}`, { json: data });

const PROVOCATIONS = {
  BAD_REQUEST: () => createEndpoint({ slug: 'abc', targetEmails: ['a@example.com', 'b'] }),
  UNAUTHORIZED: () => send('GET', '/v1/keys'),
  FORBIDDEN: async () => createEndpoint({}, (await newKey(workspaceId)).secret),
  DISABLED: async () => submit({}, (await newEndpoint(key, { isEnabled: false })).id),
  USAGE_EXCEEDED: async () => {
    const full = await newWorkspace();
    await setCount(full.workspaceId, 'endpointCount', 1_000);
    return createEndpoint({}, full.key);
  },
  NOT_FOUND: () => send('GET', '/v1/endpoint/enp_01ARZ3NDEKTSV4RRFFQ69G5FAV', { key }),
  METHOD_NOT_ALLOWED: () => send('GET', `/v1/f/${endpointId}`),
  CONFLICT: async () => {
    await createEndpoint({ slug: 'contact' });
    return createEndpoint({ slug: 'contact' });
  },
  PAYLOAD_TOO_LARGE: () => submit({ message: 'x'.repeat(61_204 - '{"message":""}'.length) }),
  UNSUPPORTED_MEDIA_TYPE: () => send('POST', '/v1/endpoint', { key, body: 'slug=contact' }),
  INTERNAL_SERVER_ERROR: async () => {
    const { id } = await newEndpoint(key);
    await sharedTable().update({
      Key: endpointKey(id),
      UpdateExpression: 'SET workspaceId = :value',
      ExpressionAttributeValues: { ':value': 1 },
    });
    return submit({}, id);
  },
};

/** Codes that this machine does not cause: see the tests below, and `test/unit/infra` for the gateway's. */
const OTHERS: ErrorCode[] = ['GATEWAY_TIMEOUT', 'TOO_MANY_REQUESTS', ...RESERVED_CODES];

describe('the page of an error code', () => {
  test('exists for every code that can be provoked', () => {
    expect([...Object.keys(PROVOCATIONS), ...OTHERS].sort()).toEqual(Object.keys(ERROR_CODES).sort());
  });

  test.each(Object.entries(PROVOCATIONS))(
    '%s has a live message as its example, and the live link opens it',
    async (code, provoke) => {
      const { json } = await provoke();
      expect([json.code, json.message]).toEqual([code, EXAMPLE_MESSAGES[code as ErrorCode]]);
      expect(json.docs.startsWith(outputs().siteUrl)).toBe(true);
      const page = await fetch(json.docs);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain(`<title>${code} · `);
    },
  );

  test('GATEWAY_TIMEOUT has the message of a service whose storage is busy', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const endpointsWithFilter = { find: () => Promise.reject(new StorageUnavailable(new Error('throttled'))) };
    const dependencies = { endpointsWithFilter, siteUrl: outputs().siteUrl } as unknown as Dependencies &
      IntakeDependencies;
    const event = {
      headers: { 'Content-Type': 'application/json' },
      pathParameters: { endpointId },
      multiValueQueryStringParameters: null,
      body: '{}',
      isBase64Encoded: false,
      requestContext: { extendedRequestId: 'request-id' },
    } as unknown as APIGatewayProxyEvent;
    const { body } = await createHandler(dependencies)(event, { getRemainingTimeInMillis: () => 10_000 } as Context);
    const { code, message } = JSON.parse(body);
    expect([code, message]).toEqual(['GATEWAY_TIMEOUT', EXAMPLE_MESSAGES.GATEWAY_TIMEOUT]);
  });

  test('PAYLOAD_TOO_LARGE speaks of a size that is too large', () => {
    expect(SUBMISSION_BYTES_MAX).toBeLessThan(61_204);
  });
});
