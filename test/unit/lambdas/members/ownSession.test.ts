import { afterEach, expect, jest, test } from '@jest/globals';
import { createHandler as verifyKey } from '../../../../lambdas/keys/verifyKey.ts';
import { ROLES } from '../../../../shared/contract/roles.ts';
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

test.each(ROLES)(
  'verifyKey describes the session of a member with the role %s, and keys to admins only',
  async (role) => {
    catchLogs();
    const table = new MemoryTable(new MemoryItems());
    const handler = verifyKey({ ...createRepositories(table), siteUrl: '' });
    const { workspaceId, keyId } = await new Workspaces(table).create('Acme');
    const { id: memberId } = await new Members(table).create(workspaceId, { address: 'ada@example.com', role });
    const begin = () => new Sessions(table).begin({ workspaceId, memberId }, 'Firefox', {});
    const [{ session, secret }, other] = [await begin(), await begin()];
    const verify = (key: string) => sendTo(handler, secret, { json: { key } });
    for (const own of [session.id, secret])
      expect(await verify(own)).toMatchObject({ status: 200, json: { id: session.id, memberId, role } });
    expect((await verify(keyId)).status).toBe(role === 'admin' || role === 'owner' ? 200 : 404);
    for (const others of [other.session.id, other.secret]) expect((await verify(others)).status).toBe(404);
  },
);
