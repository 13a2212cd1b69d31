import { beforeAll, describe, expect, test } from '@jest/globals';
import { newEndpoint, newKey, newSubmission, send } from '../../support/service.ts';
import {
  ABSENT_SUBMISSIONS,
  expectNotFound,
  newTwoWorkspaces,
  submissionPath,
  type TwoWorkspaces,
} from '../../support/submissions.ts';

let workspaces: TwoWorkspaces;
let path: string;

beforeAll(async () => {
  workspaces = await newTwoWorkspaces();
  path = submissionPath(workspaces.endpoint.id, workspaces.submissionId);
});

describe('GET /v1/submission/{endpointId}/{id}', () => {
  test('200 answers the submission with its data, and nothing else', async () => {
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
    await send('GET', path, { key: workspaces.key });
    expect((await send('GET', path, { key: workspaces.key })).json.isRead).toBe(false);
  });

  test('200 for a key that only reads', async () => {
    const { secret } = await newKey(workspaces.workspaceId);
    const { status, json } = await send('GET', path, { key: secret });
    expect(status).toBe(200);
    expect(json.id).toBe(workspaces.submissionId);
  });

  test('200 when the ids are percent-encoded', async () => {
    const { status, json } = await send('GET', path.replaceAll('_', '%5F').replace('sub', '%73ub'), {
      key: workspaces.key,
    });
    expect(status).toBe(200);
    expect(json.id).toBe(workspaces.submissionId);
  });

  test('200 while the endpoint is disabled', async () => {
    const { key } = workspaces;
    const { id } = await newEndpoint(key);
    const own = submissionPath(id, await newSubmission(id));
    await send('PUT', `/v1/endpoint/${id}`, { key, json: { isEnabled: false } });
    expect((await send('GET', own, { key })).status).toBe(200);
  });

  test.each(['enp-1', 'enp_', 'enp_a%2Fb', '%00'])('400 for the endpoint id %s', async (endpointId) => {
    const { status, json } = await send('GET', submissionPath(endpointId, workspaces.submissionId), {
      key: workspaces.key,
    });
    expect(status).toBe(400);
    expect(json.message).toContain('endpointId must look like');
  });

  test('401 without a credential', async () => {
    expect((await send('GET', path)).status).toBe(401);
  });

  test.each(ABSENT_SUBMISSIONS)('404 for a submission %s', async (_what, message, pathIn) => {
    expectNotFound(await send('GET', pathIn(workspaces), { key: workspaces.key }), message);
  });

  test("404 hides a submission from another workspace's key", async () => {
    expectNotFound(await send('GET', path, { key: workspaces.strangerKey }), 'There is no such endpoint.');
  });
});
