import { describe, expect, test } from '@jest/globals';
import { ofSuite } from '../../support/ofSuite.ts';
import { newSubmission, send } from '../../support/service.ts';
import { newTwoWorkspaces, submissionPath } from '../../support/submissions.ts';

const workspaces = ofSuite(newTwoWorkspaces);

const post = (json: unknown) =>
  send('POST', `/v1/submissions/${workspaces.endpoint.id}/delete`, { key: workspaces.key, json });
const statusOf = async (id: string, { endpoint, key } = workspaces) =>
  (await send('GET', submissionPath(endpoint.id, id), { key })).status;

describe('POST /v1/submissions/{endpointId}/delete', () => {
  test('200 removes each, and reports missing ones as not found', async () => {
    const ids = [await newSubmission(workspaces.endpoint.id), await newSubmission(workspaces.endpoint.id)];
    const { status, json } = await post({ ids });
    expect(status).toBe(200);
    expect(json).toEqual({ results: ids.map((id) => ({ id, status: 'deleted' })) });
    for (const id of ids) expect(await statusOf(id)).toBe(404);
    expect((await post({ ids })).json).toEqual({ results: ids.map((id) => ({ id, status: 'notFound' })) });
  });

  test("200 leaves another workspace's submissions as they are", async () => {
    const { strangersSubmissionId, strangersEndpoint, strangerKey } = workspaces;
    const { json } = await post({ ids: [strangersSubmissionId] });
    expect(json.results).toEqual([{ id: strangersSubmissionId, status: 'notFound' }]);
    const stranger = { ...workspaces, endpoint: strangersEndpoint, key: strangerKey };
    expect(await statusOf(strangersSubmissionId, stranger)).toBe(200);
  });
});
