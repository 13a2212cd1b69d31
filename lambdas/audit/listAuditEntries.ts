import { listAuditEntries } from '../../shared/contract/operations/audit.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { readLogPage } from '../../shared/search/logPage.ts';
import { listEntries } from '../../shared/storage/audit/auditLog.ts';

export const createHandler = serve(
  listAuditEntries,
  async ({ query: { cursor, ...query }, authenticate }, { table }) => {
    const { caller } = await authenticate();
    const { workspaceId, narrowing } = caller;
    const { limit: _, ...list } = { ...query, workspaceId, endpointIds: narrowing?.endpointIds };
    const { records: entries, _metadata } = await readLogPage(cursor, ['audit', list], (after) =>
      listEntries(table, workspaceId, { ...query, endpointIds: narrowing?.endpointIds, after }),
    );
    return { _metadata, entries };
  },
);

export const handler = operationFromEnvironment(createHandler);
