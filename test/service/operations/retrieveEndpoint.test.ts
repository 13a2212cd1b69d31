import { describe, expect, test } from '@jest/globals';
import { ownEndpoint } from '../../support/ownWorkspace.ts';

const owner = ownEndpoint();

describe('GET /v1/endpoint/{id}', () => {
  test('200 returns the endpoint as createEndpoint did', async () => {
    const { status, json } = await owner.send('GET', `/v1/endpoint/${owner.endpointId}`);
    expect(status).toBe(200);
    expect(json).toEqual(owner.endpoint);
  });
});
