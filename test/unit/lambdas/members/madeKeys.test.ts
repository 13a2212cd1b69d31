import { afterEach, expect, jest, test } from '@jest/globals';
import { createHandler as createKey } from '../../../../lambdas/keys/createKey.ts';
import { createHandler as deleteMember } from '../../../../lambdas/members/deleteMember.ts';
import { KEY_SECRET_HEADER } from '../../../../shared/contract/headers.ts';
import { createRepositories } from '../../../../shared/http/repositories.ts';
import { Members } from '../../../../shared/storage/members/members.ts';
import { Sessions } from '../../../../shared/storage/members/sessions.ts';
import { Workspaces } from '../../../../shared/storage/workspaces/workspaces.ts';
import { catchLogs } from '../../../support/logged.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';
import { sendTo } from '../support/sendTo.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('a member’s keys, and those made with them, are deleted with the member', async () => {
  catchLogs();
  const table = new MemoryTable(new MemoryItems());
  const dependencies = { ...createRepositories(table), siteUrl: '' };
  const { workspaceId, keyId, key } = await new Workspaces(table).create('Acme');
  const { id: memberId } = await new Members(table).create(workspaceId, { address: 'eve@example.com', role: 'admin' });
  const { secret } = await new Sessions(table).begin({ workspaceId, memberId }, 'Firefox', {});
  const made = async (by: string) => {
    const json = { name: 'Another', expiresAt: 'never' };
    return (await sendTo(createKey(dependencies), by, { json })).headers?.[KEY_SECRET_HEADER] as string;
  };
  await made(await made(secret));
  const request = { params: { id: memberId }, query: { withKeys: ['true'] } };
  expect(await sendTo(deleteMember(dependencies), key, request)).toMatchObject({ status: 200 });
  const { items } = await dependencies.keys.list({ workspaceId } as never, { page: 1, limit: 100 });
  expect(items.map(({ id }) => id)).toEqual([keyId]);
});
