import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { eraseWorkspace } from '../../../../../infra/operator/erase/eraseWorkspace.ts';
import { Members } from '../../../../../shared/storage/members/members.ts';
import { Sessions } from '../../../../../shared/storage/members/sessions.ts';
import type { StoredMember } from '../../../../../shared/storage/members/storedMember.ts';
import { workspaceKey } from '../../../../../shared/storage/table/itemKeys.ts';
import { parseKey } from '../../../../../shared/storage/workspaces/storedKey.ts';
import { Workspaces } from '../../../../../shared/storage/workspaces/workspaces.ts';
import { catchLogs } from '../../../../support/logged.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

const ROUNDS = 12;

let items: MemoryItems;
let table: MemoryTable;
let members: Members;
let sessions: Sessions;
let workspaceId: string;
let owners: StoredMember[];

beforeEach(() => void catchLogs());
afterEach(() => {
  jest.restoreAllMocks();
});

/** A workspace with two owners, in a table whose calls take random times. */
async function given() {
  items = new MemoryItems();
  table = new MemoryTable(items, { point: () => sleep(Math.random() * 3) });
  members = new Members(table);
  sessions = new Sessions(table);
  ({ workspaceId } = await new Workspaces(table).create('Acme'));
  owners = await Promise.all(
    ['ada', 'bo'].map((name) => members.create(workspaceId, { address: `${name}@example.com`, role: 'owner' })),
  );
}

const allow = () => undefined;
const storedOf = (prefix: string) => [...items.state().values()].filter(({ PK }) => String(PK).startsWith(prefix));
const counts = () => items.state().get(`${workspaceKey(workspaceId).PK}\u0000${workspaceKey(workspaceId).SK}`);

test('two owners who demote and delete each other at the same time leave one, and counts that are right', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await given();
    const [ada, bo] = owners as [StoredMember, StoredMember];
    await Promise.allSettled([
      members.delete(workspaceId, ada.id, allow),
      members.update(workspaceId, bo.id, { role: 'reader' }, allow),
      members.update(workspaceId, ada.id, { role: 'admin' }, allow),
      members.delete(workspaceId, bo.id, allow),
    ]);
    const left = await members.list(workspaceId);
    const ownersLeft = left.filter(({ rights }) => rights.role === 'owner');
    expect(ownersLeft.length).toBeGreaterThanOrEqual(1);
    expect(counts()).toMatchObject({ memberCount: left.length, ownerCount: ownersLeft.length });
  }
});

test('sessions that begin while their member is changed and deleted have its rights, or are gone', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await given();
    const [{ id: memberId }] = owners as [StoredMember];
    const begun = () => sessions.begin({ workspaceId, memberId }, 'Firefox', {});
    await begun();
    const isDeleted = round % 2 === 0;
    await Promise.allSettled([
      begun(),
      members.update(workspaceId, memberId, { role: 'reader' }, allow),
      begun(),
      sessions.end(workspaceId, memberId),
      ...(isDeleted ? [members.delete(workspaceId, memberId, allow)] : []),
    ]);
    const [member] = (await members.list(workspaceId)).filter(({ id }) => id === memberId);
    const stored = storedOf('KEY#ses_').map(parseKey);
    expect(stored.map(({ id }) => id).sort()).toEqual(Object.keys(member?.sessions ?? {}).sort());
    expect(stored.map(({ role }) => role)).toEqual(stored.map(() => member?.rights.role));
  }
});

test('an erasure leaves nothing of a workspace whose members are added, changed, deleted and sign in meanwhile', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await given();
    const [{ id: ada }, { id: bo }] = owners as [StoredMember, StoredMember];
    const begun = (memberId: string) => sessions.begin({ workspaceId, memberId }, 'Firefox', {});
    await begun(ada);
    const options = { settleMs: 50, onStep: () => undefined };
    const [erasure] = await Promise.allSettled([
      eraseWorkspace({ table, fileVersions: { removeAll: async () => undefined } }, workspaceId, options),
      begun(ada),
      members.create(workspaceId, { address: 'cy@example.com', role: 'owner' }),
      members.update(workspaceId, bo, { role: 'reader' }, allow),
      members.delete(workspaceId, ada, allow),
      new Workspaces(table).rename(workspaceId, 'Other'),
      begun(bo),
    ]);
    expect(erasure).toMatchObject({ status: 'fulfilled' });
    expect([...items.state().values()]).toEqual([]);
  }
});
