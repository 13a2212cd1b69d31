import { describe, expect, test } from '@jest/globals';
import { ofSuite } from '../../support/ofSuite.ts';
import { newSubmission, send } from '../../support/service.ts';
import { expectNotFound, newTwoWorkspaces, submissionPath, submissionsOf } from '../../support/submissions.ts';

const workspaces = ofSuite(newTwoWorkspaces);

const idsOf = async (key: string, endpointId: string) => (await submissionsOf(key, endpointId)).map(({ id }) => id);

describe('DELETE /v1/submission/{endpointId}/{id}', () => {
  test('200 returns {} and removes only this submission', async () => {
    const { key, endpoint, submissionId } = workspaces;
    const id = await newSubmission(endpoint.id);
    const { status, text } = await send('DELETE', submissionPath(endpoint.id, id), { key });
    expect([status, text]).toEqual([200, '{}']);
    expectNotFound(await send('GET', submissionPath(endpoint.id, id), { key }), 'There is no such submission.');
    expect(await idsOf(key, endpoint.id)).toEqual([submissionId]);
  });

  test('200 for exactly one of many requests at the same time', async () => {
    const { key, endpoint } = workspaces;
    const own = submissionPath(endpoint.id, await newSubmission(endpoint.id));
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('DELETE', own, { key })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  });

  test('404 for an update of a deleted submission, which stays deleted', async () => {
    const { key, endpoint } = workspaces;
    const id = await newSubmission(endpoint.id);
    const own = submissionPath(endpoint.id, id);
    await send('DELETE', own, { key });
    expectNotFound(await send('PUT', own, { key, json: { isRead: true } }), 'There is no such submission.');
    expect(await idsOf(key, endpoint.id)).not.toContain(id);
  });
});
