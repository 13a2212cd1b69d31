import { addEntryOfCommand } from '../../../shared/storage/audit/addEntry.ts';
import { Members } from '../../../shared/storage/members/members.ts';
import type { TableAccess } from '../../../shared/storage/table/table.ts';

/** Makes somebody an owner of a workspace, of which the address may be a member's. @returns the member's id */
export async function makeOwner(table: TableAccess, workspaceId: string, address: string): Promise<string> {
  const members = new Members(table);
  const known = (await members.list(workspaceId)).find((member) => member.address === address);
  const { id } = known
    ? await members.update(workspaceId, known.id, { role: 'owner', endpointIds: null }, () => undefined)
    : await members.create(workspaceId, { address, role: 'owner' });
  await addEntryOfCommand(table, workspaceId, 'makeOwner', id);
  return id;
}
