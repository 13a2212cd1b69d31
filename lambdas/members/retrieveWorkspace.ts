import { retrieveWorkspace } from '../../shared/contract/operations/members.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { type MayCreate, mayCreateWorkspaces, WORKSPACE_OWNERS } from '../../shared/http/members.ts';
import { serve } from '../../shared/http/serve.ts';
import { Members } from '../../shared/storage/members/members.ts';
import { Workspaces } from '../../shared/storage/workspaces/workspaces.ts';

export const createHandler = serve(
  retrieveWorkspace,
  async ({ authenticate }, { table, workspaceOwners }: Dependencies & MayCreate) => {
    const { caller } = await authenticate();
    const { workspaceId, memberId } = caller;
    const [workspace, member] = await Promise.all([
      new Workspaces(table).require(workspaceId),
      memberId === undefined ? undefined : new Members(table).find(workspaceId, memberId),
    ]);
    return { ...workspace, canCreateWorkspaces: mayCreateWorkspaces(member, workspaceOwners) };
  },
);

export const handler = operationFromEnvironment(createHandler, WORKSPACE_OWNERS);
