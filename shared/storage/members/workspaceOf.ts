import { newId } from '../../runtime/newId.ts';
import { ABSENT } from '../table/expressions.ts';
import { workspaceKey } from '../table/itemKeys.ts';
import type { TableAccess } from '../table/table.ts';
import { prepareMember } from './members.ts';
import type { MembershipOf } from './memberships.ts';

/** Creates a workspace with an owner, and without a key. */
export async function createWorkspaceOf(
  table: Pick<TableAccess, 'transact'>,
  address: string,
  name: string,
): Promise<MembershipOf> {
  const workspaceId = newId('workspace');
  const { member, writes } = prepareMember(workspaceId, { address, role: 'owner' });
  const counts = { endpointCount: 0, keyCount: 0, memberCount: 1, ownerCount: 1 };
  const item = { ...workspaceKey(workspaceId), name, createdAt: member.createdAt, ...counts };
  await table.transact([{ Put: { Item: item, ...ABSENT } }, ...writes]);
  return { workspaceId, memberId: member.id };
}
