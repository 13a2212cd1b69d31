import { describe, expect, test } from '@jest/globals';
import { newSubmission, send } from '../../support/cloud/service.ts';
import { newTwoWorkspaces, submissionPath } from '../../support/cloud/submissions.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

const workspaces = ofSuite(newTwoWorkspaces);

const put = (json: unknown, key = workspaces.key) =>
  send('PUT', `/v1/submissions/${workspaces.endpoint.id}`, { key, json });
const newIds = (count: number) =>
  Promise.all(Array.from({ length: count }, () => newSubmission(workspaces.endpoint.id)));
const flagsOf = async (id: string) => {
  const { json } = await send('GET', submissionPath(workspaces.endpoint.id, id), { key: workspaces.key });
  return { isRead: json.isRead, isSpam: json.isSpam };
};

describe('PUT /v1/submissions/{endpointId}', () => {
  test('200 marks each, returns results in the order of the ids, and is repeatable', async () => {
    const ids = await newIds(3);
    for (let i = 0; i < 2; i++) {
      const { status, json } = await put({ ids, isRead: true, isSpam: true });
      expect(status).toBe(200);
      expect(json).toEqual({ results: ids.map((id) => ({ id, status: 'updated' })) });
    }
    for (const id of ids) expect(await flagsOf(id)).toEqual({ isRead: true, isSpam: true });
  });

  test('200 reports unknown ids as not found, and marks the others', async () => {
    const [id] = await newIds(1);
    const ids = [workspaces.strangersSubmissionId, 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'no id', id, id];
    expect((await put({ ids, isRead: true })).json.results).toEqual([
      ...ids.slice(0, 3).map((other) => ({ id: other, status: 'notFound' })),
      { id, status: 'updated' },
    ]);
    expect(await flagsOf(id ?? '')).toEqual({ isRead: true, isSpam: false });
  });
});
