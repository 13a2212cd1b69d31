import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { newEndpoint, newKey, newWorkspace, send } from '../../support/service.ts';

let key: string;
let workspaceId: string;
let endpoint: Endpoint;

beforeAll(async () => {
  ({ key, workspaceId } = await newWorkspace());
  endpoint = await newEndpoint(key);
});

describe('GET /v1/endpoint/{id}', () => {
  test('200 answers the endpoint as create did', async () => {
    const { status, json } = await send('GET', `/v1/endpoint/${endpoint.id}`, { key });
    expect(status).toBe(200);
    expect(json).toEqual(endpoint);
  });

  test('200 for a key that only reads', async () => {
    const { secret } = await newKey(workspaceId);
    expect((await send('GET', `/v1/endpoint/${endpoint.id}`, { key: secret })).status).toBe(200);
  });

  test('200 when the id is percent-encoded', async () => {
    const encoded = endpoint.id.replace('_', '%5F').replace('e', '%65');
    expect((await send('GET', `/v1/endpoint/${encoded}`, { key })).json).toEqual(endpoint);
  });

  test.each(['enp-1', 'enp_', '_abc', 'enp_a%2Fb', 'enp_ä', '%00'])('400 for the id %s', async (id) => {
    const { status, json } = await send('GET', `/v1/endpoint/${id}`, { key });
    expect(status).toBe(400);
    expect(json.message).toContain('id must look like');
  });

  test('401 without a key', async () => {
    expect((await send('GET', `/v1/endpoint/${endpoint.id}`)).status).toBe(401);
  });

  test.each(['enp_unknown', `enp_${'A'.repeat(3_000)}`, 'key_1'])('404 for an id that no endpoint has', async (id) => {
    expect((await send('GET', `/v1/endpoint/${id}`, { key })).status).toBe(404);
  });

  test("404 hides another workspace's endpoint", async () => {
    const other = await newWorkspace();
    const hidden = await send('GET', `/v1/endpoint/${endpoint.id}`, { key: other.key });
    const missing = await send('GET', '/v1/endpoint/enp_01ARZ3NDEKTSV4RRFFQ69G5FAV', { key: other.key });
    expect(hidden.status).toBe(404);
    expect({ ...hidden.json, requestId: '' }).toEqual({ ...missing.json, requestId: '' });
  });
});
