import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { endpointKey } from '../../../shared/storage/itemKeys.ts';
import { countOf } from '../../support/quotas.ts';
import {
  eventually,
  newEndpoint,
  newSubmission,
  newWorkspace,
  send,
  sharedTable,
  uniqueSlug,
} from '../../support/service.ts';

let key: string;
let endpoint: Endpoint;

beforeAll(async () => {
  ({ key } = await newWorkspace());
});

beforeEach(async () => {
  endpoint = await newEndpoint(key);
});

const remove = (id = endpoint.id, secret = key) => send('DELETE', `/v1/endpoint/${id}`, { key: secret });
const retrieve = () => send('GET', `/v1/endpoint/${endpoint.id}`, { key });

async function itemsOf(endpointId: string): Promise<number> {
  const { Count } = await sharedTable().query({
    KeyConditionExpression: 'PK = :pk',
    ExpressionAttributeValues: { ':pk': endpointKey(endpointId).PK },
  });
  return Count ?? -1;
}

describe('DELETE /v1/endpoint/{id}', () => {
  test('200 and the endpoint is gone at once, for every operation', async () => {
    const submissionId = await newSubmission(endpoint.id);
    expect((await remove()).status).toBe(200);
    const { id } = endpoint;
    const answers = await Promise.all([
      retrieve(),
      send('PUT', `/v1/endpoint/${id}`, { key, json: { name: 'Newsletter' } }),
      send('POST', `/v1/f/${id}`, { json: { message: 'Hello' } }),
      send('GET', `/v1/submissions/${id}`, { key }),
      send('GET', `/v1/submission/${id}/${submissionId}`, { key }),
      send('PUT', `/v1/submission/${id}/${submissionId}`, { key, json: { isRead: true } }),
      send('DELETE', `/v1/submission/${id}/${submissionId}`, { key }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(404));
    const { endpoints } = (await send('GET', '/v1/endpoints', { key })).json;
    expect(endpoints.map((listed: Endpoint) => listed.id)).not.toContain(id);
  });

  test('200 removes its submissions in the background and no others', async () => {
    const kept = await newEndpoint(key);
    const keptSubmission = await newSubmission(kept.id);
    await Promise.all(Array.from({ length: 30 }, () => newSubmission(endpoint.id)));
    expect(await itemsOf(endpoint.id)).toBe(31);
    await remove();
    await eventually(
      () => itemsOf(endpoint.id),
      (count) => count === 0,
    );
    expect((await send('GET', `/v1/submission/${kept.id}/${keptSubmission}`, { key })).status).toBe(200);
  });

  test('200 leaves the other endpoints of the workspace as they are', async () => {
    const own = await newWorkspace();
    const [first, second, third] = [await newEndpoint(own.key), await newEndpoint(own.key), await newEndpoint(own.key)];
    await remove(second.id, own.key);
    expect((await send('GET', '/v1/endpoints', { key: own.key })).json.endpoints).toEqual([first, third]);
    expect(await countOf(own.workspaceId, 'endpointCount')).toBe(2);
  });

  test('200 frees the slug that the endpoint was changed to', async () => {
    const slug = uniqueSlug();
    await send('PUT', `/v1/endpoint/${endpoint.id}`, { key, json: { slug } });
    await remove();
    expect((await newEndpoint(key, { slug })).slug).toBe(slug);
  });

  test('200 for a disabled endpoint', async () => {
    const disabled = await newEndpoint(key, { isEnabled: false });
    expect((await remove(disabled.id)).status).toBe(200);
  });

  test.each([2, 4])('200 for exactly one of %i deletes that race, 404 for the others, counted once', async (count) => {
    const own = await newWorkspace();
    const doomed = await newEndpoint(own.key);
    await newEndpoint(own.key);
    const answers = await Promise.all(Array.from({ length: count }, () => remove(doomed.id, own.key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(count - 1).fill(404)]);
    expect(await countOf(own.workspaceId, 'endpointCount')).toBe(1);
  });

  test('200 for all of several endpoints that are deleted at once, each counted', async () => {
    const own = await newWorkspace();
    const doomed = await Promise.all(Array.from({ length: 3 }, () => newEndpoint(own.key)));
    const answers = await Promise.all(doomed.map(({ id }) => remove(id, own.key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await countOf(own.workspaceId, 'endpointCount')).toBe(0);
  });
});
