import { listMembers } from '../../shared/contract/operations/members.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { Members } from '../../shared/storage/members/members.ts';
import { shownMember } from '../../shared/storage/members/storedMember.ts';

export const createHandler = serve(listMembers, async ({ authenticate }, { table }) => {
  const { caller } = await authenticate();
  const members = await new Members(table).list(caller.workspaceId);
  return { members: members.map(shownMember) };
});

export const handler = operationFromEnvironment(createHandler);
