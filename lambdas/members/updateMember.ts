import { updateMember } from '../../shared/contract/operations/members.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { requireMayGive, requireUnlimited } from '../../shared/http/members.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireListed } from '../../shared/storage/endpoints/requireListed.ts';
import { Members } from '../../shared/storage/members/members.ts';
import { shownMember } from '../../shared/storage/members/storedMember.ts';

export const createHandler = serve(updateMember, async ({ params, body, authenticate }, { table }) => {
  const { caller } = await authenticate();
  requireUnlimited(caller);
  const { workspaceId } = caller;
  if (body.endpointIds) await requireListed(table, workspaceId, body.endpointIds);
  const member = await new Members(table).update(workspaceId, params.id, body, ({ rights }) =>
    requireMayGive(caller, rights.role, body.role),
  );
  return shownMember(member);
});

export const handler = operationFromEnvironment(createHandler);
