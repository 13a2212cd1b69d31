import { beforeAll, describe, expect, test } from '@jest/globals';
import { ERROR_CODES, type ErrorCode, RESERVED_CODES } from '../../../shared/contract/errors.ts';
import { SUBMISSION_BYTES_MAX } from '../../../shared/contract/limits.ts';
import { EXAMPLE_MESSAGES } from '../../../shared/openapi/exampleMessages.ts';
import { endpointKey } from '../../../shared/storage/table/itemKeys.ts';
import { setCount } from '../../support/cloud/quotas.ts';
import {
  newEndpoint,
  newKey,
  newWorkspace,
  outputs,
  send,
  sharedTable,
  uniqueSlug,
} from '../../support/cloud/service.ts';

let workspaceId: string;
let key: string;
let endpointId: string;

beforeAll(async () => {
  ({ workspaceId, key } = await newWorkspace());
  endpointId = (await newEndpoint(key)).id;
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

/** Codes that this machine does not cause: see `failures.test.ts`, and `test/unit/infra` for the gateway's. */
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

  test('PAYLOAD_TOO_LARGE names an excessive size', () => {
    expect(SUBMISSION_BYTES_MAX).toBeLessThan(61_204);
  });
});
