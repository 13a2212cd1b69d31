import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createHandler as createMember } from '../../../../lambdas/members/createMember.ts';
import { createHandler as updateMember } from '../../../../lambdas/members/updateMember.ts';
import { createRepositories } from '../../../../shared/http/repositories.ts';
import { Members } from '../../../../shared/storage/members/members.ts';
import { type NewKey, prepareKey } from '../../../../shared/storage/workspaces/keys.ts';
import { Workspaces } from '../../../../shared/storage/workspaces/workspaces.ts';
import { catchLogs } from '../../../support/logged.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';
import { sendTo } from '../support/sendTo.ts';

const NEVER = '9999-12-31 23:59:59.999999';
const UNTIL = '2099-01-01 00:00:00.000000';

let table: MemoryTable;
let workspaceId: string;
let memberId: string;
let members: Members;
const invited = jest.fn(async () => undefined);

beforeEach(async () => {
  table = new MemoryTable(new MemoryItems());
  ({ workspaceId } = await new Workspaces(table).create('Acme'));
  members = new Members(table);
  ({ id: memberId } = await members.create(workspaceId, { address: 'bo@example.com', role: 'reader' }));
  invited.mockClear();
  catchLogs();
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function newKey(fields: Omit<NewKey, 'name'>): Promise<string> {
  const { writes, secret } = prepareKey(workspaceId, { name: 'Test key', ...fields }, 'write');
  await table.transact(writes);
  return secret;
}

async function create(key: string, role: string) {
  const handler = createMember({ ...createRepositories(table), siteUrl: '', signInQueue: { sendInvitation: invited } });
  return (await sendTo(handler, key, { json: { address: 'eve@example.com', role } })).status;
}
async function update(key: string, json: object) {
  const handler = updateMember({ ...createRepositories(table), siteUrl: '' });
  return (await sendTo(handler, key, { json, params: { id: memberId } })).status;
}

describe('a key that expires or is limited cannot make or change members, who would outlast it and do more', () => {
  test.each<[string, Omit<NewKey, 'name'>]>([
    ['expires', { expiresAt: UNTIL }],
    ['allows members only', { expiresAt: NEVER, allows: ['members'] }],
  ])('403 for a key that %s', async (_what, fields) => {
    const key = await newKey(fields);
    for (const role of ['reader', 'admin']) expect(await create(key, role)).toBe(403);
    expect(await update(key, { role: 'admin' })).toBe(403);
    expect(await members.list(workspaceId)).toMatchObject([{ id: memberId, rights: { role: 'reader' } }]);
    expect(invited).not.toHaveBeenCalled();
  });

  test('201 and 200 for one without limits', async () => {
    const key = await newKey({ expiresAt: NEVER });
    expect(await create(key, 'admin')).toBe(201);
    expect(await update(key, { role: 'admin' })).toBe(200);
  });
});
