import { ApiError } from '../../shared/contract/errors.ts';
import { WORKSPACES_PER_PERSON_MAX } from '../../shared/contract/limits.ts';
import { createWorkspace } from '../../shared/contract/operations/members.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import {
  type MayCreate,
  mayCreateWorkspaces,
  memberOf,
  shownSession,
  WORKSPACE_OWNERS,
} from '../../shared/http/members.ts';
import { serve } from '../../shared/http/serve.ts';
import { browserOf } from '../../shared/signIn/browserName.ts';
import { personOf } from '../../shared/storage/members/memberKeys.ts';
import { Members } from '../../shared/storage/members/members.ts';
import { membershipsOf } from '../../shared/storage/members/memberships.ts';
import { Sessions } from '../../shared/storage/members/sessions.ts';
import { createWorkspaceOf } from '../../shared/storage/members/workspaceOf.ts';

export const createHandler = serve(
  createWorkspace,
  async (
    { body: { name }, headers, requestId, authenticate },
    { table, workspaceOwners }: Dependencies & MayCreate,
  ) => {
    const { caller } = await authenticate();
    const member = await new Members(table).require(...memberOf(caller));
    if (!mayCreateWorkspaces(member, workspaceOwners))
      throw new ApiError('FORBIDDEN', 'Your address is not among those that may create workspaces: ask the operator.');
    if ((await membershipsOf(table, personOf(member.address))).length >= WORKSPACES_PER_PERSON_MAX)
      throw new ApiError(
        'USAGE_EXCEEDED',
        `You are a member of ${WORKSPACES_PER_PERSON_MAX} workspaces: that is the limit.`,
      );
    const created = await createWorkspaceOf(table, member.address, name);
    const begun = await new Sessions(table).begin(created, browserOf(headers['user-agent']), { requestId });
    return shownSession(begun, name);
  },
);

export const handler = operationFromEnvironment(createHandler, WORKSPACE_OWNERS);
