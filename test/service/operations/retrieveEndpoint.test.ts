import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { newEndpoint, newWorkspace, send } from '../../support/service.ts';

let key: string;
let endpoint: Endpoint;

beforeAll(async () => {
  ({ key } = await newWorkspace());
  endpoint = await newEndpoint(key);
});

describe('GET /v1/endpoint/{id}', () => {
  test('200 answers the endpoint as create did', async () => {
    const { status, json } = await send('GET', `/v1/endpoint/${endpoint.id}`, { key });
    expect(status).toBe(200);
    expect(json).toEqual(endpoint);
  });
});
