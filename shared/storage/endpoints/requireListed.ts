import { invalidInput } from '../../contract/errors.ts';
import { endpointOfWorkspaceKey } from '../table/itemKeys.ts';
import type { TableAccess } from '../table/table.ts';

/** @throws ApiError BAD_REQUEST naming those of these endpoints that the workspace does not have */
export async function requireListed(
  table: Pick<TableAccess, 'getAll'>,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  const keys = [...new Set(ids)].map((id) => endpointOfWorkspaceKey(workspaceId, id));
  const listed = new Set((await table.getAll(keys)).map(({ SK }) => SK));
  const problems = ids.flatMap((id, i) =>
    listed.has(endpointOfWorkspaceKey(workspaceId, id).SK)
      ? []
      : `endpointIds[${i}] must be an endpoint of the workspace`,
  );
  if (problems.length > 0) throw invalidInput('body', problems);
}
