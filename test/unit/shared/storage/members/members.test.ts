import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { eraseWorkspace } from '../../../../../infra/operator/erase/eraseWorkspace.ts';
import { memberKey, personOf } from '../../../../../shared/storage/members/memberKeys.ts';
import { Members } from '../../../../../shared/storage/members/members.ts';
import { membershipsOf } from '../../../../../shared/storage/members/memberships.ts';
import { Sessions } from '../../../../../shared/storage/members/sessions.ts';
import { parseMember } from '../../../../../shared/storage/members/storedMember.ts';
import { keyKey, workspaceKey } from '../../../../../shared/storage/table/itemKeys.ts';
import { Workspaces } from '../../../../../shared/storage/workspaces/workspaces.ts';
import { catchLogs } from '../../../../support/logged.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

const ADDRESS = 'ada@example.com';

let items: MemoryItems;
let table: MemoryTable;
let members: Members;

beforeEach(() => {
  items = new MemoryItems();
  table = new MemoryTable(items);
  members = new Members(table);
  catchLogs();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const newWorkspace = async () => (await new Workspaces(table).create('Acme')).workspaceId;

async function newSession(workspaceId: string) {
  const { id: memberId } = await members.create(workspaceId, { address: ADDRESS, role: 'reader' });
  return new Sessions(table).begin({ workspaceId, memberId }, 'Firefox', {});
}

describe('a member whose rights this version does not fully know is invalid', () => {
  test.each([
    { role: 'reader', endpointIds: [{ of: 'a newer version' }] },
    { role: 'reader', endpointIds: 'a newer form' },
    { role: 'reader', endpointIds: ['enp_1'], pages: ['a newer limit'] },
    { role: 'a newer role' },
    { endpointIds: ['enp_1'] },
  ])('%j', async (rights) => {
    const workspaceId = await newWorkspace();
    const { id } = await members.create(workspaceId, { address: ADDRESS, role: 'reader' });
    const item = (await table.get(memberKey(workspaceId, id))) ?? {};
    expect(() => parseMember({ ...item, rights })).toThrow();
  });
});

describe('memberships', () => {
  test('somebody who is added to many other workspaces stays signed in to the first', async () => {
    const older = await Promise.all(Array.from({ length: 25 }, newWorkspace));
    const own = await newWorkspace();
    const { id: memberId } = await members.create(own, { address: ADDRESS, role: 'owner' });
    await new Promise((resolve) => setTimeout(resolve, 2));
    for (const each of older) await members.create(each, { address: ADDRESS, role: 'reader' });
    const memberships = await membershipsOf(table, personOf(ADDRESS));
    expect(memberships).toHaveLength(20);
    expect(memberships[0]).toEqual({ workspaceId: own, memberId });
  });
});

describe('the erasure of a workspace', () => {
  const erase = (workspaceId: string) =>
    eraseWorkspace({ table, fileVersions: { removeAll: async () => undefined } }, workspaceId, {
      settleMs: 0,
      onStep: () => undefined,
    });

  test('ends the sessions of a member that cannot be read', async () => {
    const workspaceId = await newWorkspace();
    const { member, session } = await newSession(workspaceId);
    const item = (await table.get(memberKey(workspaceId, member.id))) ?? {};
    await table.put({ ...item, rights: { role: 'a newer role' } }, {});
    await erase(workspaceId);
    expect(await table.get(keyKey(session.id))).toBeUndefined();
    expect(await membershipsOf(table, personOf(ADDRESS))).toEqual([]);
  });

  test('continues if a member is deleted meanwhile', async () => {
    const workspaceId = await newWorkspace();
    const { member } = await newSession(workspaceId);
    const query = table.query.bind(table);
    jest.spyOn(table, 'query').mockImplementationOnce(async (input) => {
      const listed = await query(input);
      await new Members(new MemoryTable(items)).delete(workspaceId, member.id, () => undefined);
      return listed;
    });
    await erase(workspaceId);
    expect(await table.get(workspaceKey(workspaceId))).toBeUndefined();
  });
});
