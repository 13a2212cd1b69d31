import { describe, expect, test } from '@jest/globals';
import { endpointKey } from '../../../shared/storage/itemKeys.ts';
import { countOf } from '../../support/quotas.ts';
import { eventually, newEndpoint, newSubmission, newWorkspace, send, sharedTable } from '../../support/service.ts';

const remove = (id: string, key: string) => send('DELETE', `/v1/endpoint/${id}`, { key });

async function itemsOf(endpointId: string): Promise<number> {
  const { Count } = await sharedTable().query({
    KeyConditionExpression: 'PK = :pk',
    ExpressionAttributeValues: { ':pk': endpointKey(endpointId).PK },
  });
  return Count ?? -1;
}

describe('DELETE /v1/endpoint/{id}', () => {
  test('200 removes its submissions in the background and no others', async () => {
    const { key } = await newWorkspace();
    const [endpoint, kept] = [await newEndpoint(key), await newEndpoint(key)];
    const keptSubmission = await newSubmission(kept.id);
    await Promise.all(Array.from({ length: 30 }, () => newSubmission(endpoint.id)));
    expect(await itemsOf(endpoint.id)).toBe(31);
    await remove(endpoint.id, key);
    await eventually(
      () => itemsOf(endpoint.id),
      (count) => count === 0,
    );
    expect((await send('GET', `/v1/submission/${kept.id}/${keptSubmission}`, { key })).status).toBe(200);
  });

  test('200 for exactly one of four deletes that race, 404 for the others, counted once', async () => {
    const own = await newWorkspace();
    const doomed = await newEndpoint(own.key);
    await newEndpoint(own.key);
    const answers = await Promise.all(Array.from({ length: 4 }, () => remove(doomed.id, own.key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(await countOf(own.workspaceId, 'endpointCount')).toBe(1);
  });
});
