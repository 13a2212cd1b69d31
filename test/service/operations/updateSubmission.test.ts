import { describe, expect, test } from '@jest/globals';
import { ofSuite } from '../../support/ofSuite.ts';
import { newSubmission, send } from '../../support/service.ts';
import { newTwoWorkspaces, submissionPath } from '../../support/submissions.ts';

const workspaces = ofSuite(newTwoWorkspaces);

async function submissionWith(flags: { isRead: boolean; isSpam: boolean }): Promise<string> {
  const own = submissionPath(workspaces.endpoint.id, await newSubmission(workspaces.endpoint.id));
  expect((await send('PUT', own, { key: workspaces.key, json: flags })).status).toBe(200);
  return own;
}

const ownPath = () => submissionPath(workspaces.endpoint.id, workspaces.submissionId);
const put = (json: unknown, to = ownPath(), key = workspaces.key) => send('PUT', to, { key, json });
const flagsOf = async (at: string, key = workspaces.key) => {
  const { isRead, isSpam } = (await send('GET', at, { key })).json;
  return { isRead, isSpam };
};

const EVERY_STATE = [true, false].flatMap((isRead) => [true, false].map((isSpam) => ({ isRead, isSpam })));

describe('PUT /v1/submission/{endpointId}/{id}', () => {
  test('200 returns the submission without its data', async () => {
    const { status, json } = await put({ isRead: true }, await submissionWith({ isRead: false, isSpam: true }));
    expect(status).toBe(200);
    expect(json).toEqual({
      id: expect.stringMatching(/^sub_/),
      endpointId: workspaces.endpoint.id,
      location: 'Unknown',
      isSpam: true,
      isRead: true,
    });
  });

  test.each(EVERY_STATE)('200 sets each flag separately, either way, and keeps the other: from %j', async (before) => {
    const own = await submissionWith(before);
    for (const flag of ['isRead', 'isSpam'] as const) {
      for (const value of [true, false]) {
        await put(before, own);
        const { status, json } = await put({ [flag]: value }, own);
        expect(status).toBe(200);
        expect(json).toMatchObject({ ...before, [flag]: value });
        expect(await flagsOf(own)).toEqual({ ...before, [flag]: value });
      }
    }
  });

  test.each(EVERY_STATE)('200 sets both flags: to %j', async (after) => {
    const own = await submissionWith({ isRead: !after.isRead, isSpam: !after.isSpam });
    expect((await put(after, own)).json).toMatchObject(after);
    expect(await flagsOf(own)).toEqual(after);
  });
});
