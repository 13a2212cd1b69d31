import { afterEach, expect, jest, test } from '@jest/globals';
import { createHandler } from '../../../../lambdas/members/createMember.ts';
import { createRepositories } from '../../../../shared/http/repositories.ts';
import type { Invitation } from '../../../../shared/signIn/signInQueue.ts';
import { Members } from '../../../../shared/storage/members/members.ts';
import { Workspaces } from '../../../../shared/storage/workspaces/workspaces.ts';
import { catchLogs } from '../../../support/logged.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';
import { tableOf } from '../../../support/simulator/rights.ts';
import { sendTo } from '../support/sendTo.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('an address gets at most three invitations a day, from all workspaces together', async () => {
  catchLogs();
  const items = new MemoryItems();
  const table = new MemoryTable(items);
  const sendInvitation = jest.fn(async (_invitation: Invitation) => undefined);
  const handler = createHandler({
    ...createRepositories(tableOf('createMember', items)),
    siteUrl: '',
    signInQueue: { sendInvitation },
  });
  const invite = async (key: string, address: string) =>
    (await sendTo(handler, key, { json: { address, role: 'reader' } })).json;
  for (let time = 0; time < 3; time++) {
    const { workspaceId, key } = await new Workspaces(table).create('Acme');
    for (const address of ['ada@example.com', 'Ada@Example.com']) {
      const { id } = await invite(key, address);
      expect(await new Members(table).find(workspaceId, id)).toBeDefined();
      await new Members(table).delete(workspaceId, id, () => undefined);
    }
  }
  expect(sendInvitation).toHaveBeenCalledTimes(3);
  const { key } = await new Workspaces(table).create('Acme');
  await invite(key, 'bo@example.com');
  expect(sendInvitation).toHaveBeenCalledTimes(4);
});
