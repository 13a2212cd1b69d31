import { updateWorkspace } from '../../shared/contract/operations/members.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { requireOwner } from '../../shared/http/members.ts';
import { serve } from '../../shared/http/serve.ts';
import { Workspaces } from '../../shared/storage/workspaces/workspaces.ts';

export const createHandler = serve(updateWorkspace, async ({ body, authenticate }, { table }) => {
  const { caller } = await authenticate();
  requireOwner(caller);
  return new Workspaces(table).rename(caller.workspaceId, body.name);
});

export const handler = operationFromEnvironment(createHandler);
