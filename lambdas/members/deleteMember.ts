import { ApiError } from '../../shared/contract/errors.ts';
import { deleteMember } from '../../shared/contract/operations/members.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { requireMayGive } from '../../shared/http/members.ts';
import { serve } from '../../shared/http/serve.ts';
import { Members } from '../../shared/storage/members/members.ts';

export const createHandler = serve(deleteMember, async ({ params, query, authenticate }, { table, keys }) => {
  const { caller } = await authenticate();
  const { workspaceId } = caller;
  const remove = new Members(table).delete(workspaceId, params.id, ({ rights }) => requireMayGive(caller, rights.role));
  if (!query.withKeys) {
    await remove;
    return {};
  }
  // The keys go after the sessions, which could make more. A repeated request deletes what is left.
  const [removal] = await Promise.allSettled([remove]);
  if (removal.status === 'rejected' && !isGone(removal.reason)) throw removal.reason;
  const deleted = await keys.deleteMadeBy(workspaceId, params.id);
  if (removal.status === 'rejected' && deleted === 0) throw removal.reason;
  return {};
});

export const handler = operationFromEnvironment(createHandler);

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';
