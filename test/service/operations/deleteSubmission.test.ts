import { beforeAll, describe, expect, test } from '@jest/globals';
import { newKey, newSubmission, send } from '../../support/service.ts';
import {
  ABSENT_SUBMISSIONS,
  expectNotFound,
  newTwoWorkspaces,
  submissionPath,
  submissionsOf,
  type TwoWorkspaces,
} from '../../support/submissions.ts';

let workspaces: TwoWorkspaces;
let path: string;

beforeAll(async () => {
  workspaces = await newTwoWorkspaces();
  path = submissionPath(workspaces.endpoint.id, workspaces.submissionId);
});

const idsOf = async (key: string, endpointId: string) => (await submissionsOf(key, endpointId)).map(({ id }) => id);

describe('DELETE /v1/submission/{endpointId}/{id}', () => {
  test('200 answers {} and removes this submission alone', async () => {
    const { key, endpoint, submissionId } = workspaces;
    const id = await newSubmission(endpoint.id);
    const { status, text } = await send('DELETE', submissionPath(endpoint.id, id), { key });
    expect([status, text]).toEqual([200, '{}']);
    expectNotFound(await send('GET', submissionPath(endpoint.id, id), { key }), 'There is no such submission.');
    expect(await idsOf(key, endpoint.id)).toEqual([submissionId]);
  });

  test('404 the second time', async () => {
    const { key, endpoint } = workspaces;
    const own = submissionPath(endpoint.id, await newSubmission(endpoint.id));
    expect((await send('DELETE', own, { key })).status).toBe(200);
    expectNotFound(await send('DELETE', own, { key }), 'There is no such submission.');
  });

  test('200 for exactly one of many requests at the same time', async () => {
    const { key, endpoint } = workspaces;
    const own = submissionPath(endpoint.id, await newSubmission(endpoint.id));
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('DELETE', own, { key })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  });

  test('404 for an update of a deleted submission, which does not bring it back', async () => {
    const { key, endpoint } = workspaces;
    const id = await newSubmission(endpoint.id);
    const own = submissionPath(endpoint.id, id);
    await send('DELETE', own, { key });
    expectNotFound(await send('PUT', own, { key, json: { isRead: true } }), 'There is no such submission.');
    expect(await idsOf(key, endpoint.id)).not.toContain(id);
  });

  test('400 for a malformed endpoint id', async () => {
    const answer = await send('DELETE', submissionPath('enp-1', workspaces.submissionId), { key: workspaces.key });
    expect(answer.status).toBe(400);
  });

  test('401 without a credential, and it stays', async () => {
    expect((await send('DELETE', path)).status).toBe(401);
    expect((await send('GET', path, { key: workspaces.key })).status).toBe(200);
  });

  test('403 for a key that only reads, and it stays', async () => {
    const { secret } = await newKey(workspaces.workspaceId);
    const { status, json } = await send('DELETE', path, { key: secret });
    expect([status, json.code]).toEqual([403, 'FORBIDDEN']);
    expect((await send('GET', path, { key: workspaces.key })).status).toBe(200);
  });

  test.each(ABSENT_SUBMISSIONS)('404 for a submission %s, and all others stay', async (_what, message, pathIn) => {
    const { key, endpoint, submissionId, strangerKey, strangersEndpoint, strangersSubmissionId } = workspaces;
    expectNotFound(await send('DELETE', pathIn(workspaces), { key }), message);
    expect(await idsOf(key, endpoint.id)).toContain(submissionId);
    expect(await idsOf(strangerKey, strangersEndpoint.id)).toEqual([strangersSubmissionId]);
  });
});
