import { describe, expect, test } from '@jest/globals';
import { ofSuite } from '../../support/ofSuite.ts';
import { newEndpoint, newSubmission, send } from '../../support/service.ts';
import { newTwoWorkspaces, submissionPath } from '../../support/submissions.ts';

const workspaces = ofSuite(newTwoWorkspaces);

describe('GET /v1/submission/{endpointId}/{id}', () => {
  test('200 returns the submission with its data, and nothing else', async () => {
    const { key, endpoint } = workspaces;
    const id = await newSubmission(endpoint.id, { name: 'Ada', tags: ['a', 'b'] });
    const { status, json } = await send('GET', submissionPath(endpoint.id, id), { key });
    expect(status).toBe(200);
    expect(json).toEqual({
      id,
      endpointId: endpoint.id,
      data: { name: 'Ada', tags: ['a', 'b'] },
      location: 'Unknown',
      isSpam: false,
      isRead: false,
    });
  });

  test('200 leaves the submission unread', async () => {
    const { key, endpoint, submissionId } = workspaces;
    const get = () => send('GET', submissionPath(endpoint.id, submissionId), { key });
    await get();
    expect((await get()).json.isRead).toBe(false);
  });

  test('200 while the endpoint is disabled', async () => {
    const { key } = workspaces;
    const { id } = await newEndpoint(key);
    const own = submissionPath(id, await newSubmission(id));
    await send('PUT', `/v1/endpoint/${id}`, { key, json: { isEnabled: false } });
    expect((await send('GET', own, { key })).status).toBe(200);
  });
});
