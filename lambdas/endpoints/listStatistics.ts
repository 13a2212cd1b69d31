import { listStatistics } from '../../shared/contract/operations/endpoints.ts';
import { pageMetadata } from '../../shared/contract/schemas/common.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { shownTotals } from '../../shared/pageIndex/shownStatistics.ts';
import { StatisticsReader } from '../../shared/pageIndex/statisticsReader.ts';

export const createHandler = serve(listStatistics, async ({ query, authenticate }, { endpoints, table }) => {
  const { caller } = await authenticate();
  const { items: ids, ...part } = await endpoints.listIds(caller.workspaceId, query);
  const totals = await new StatisticsReader(table).totalsOf(ids);
  return { _metadata: pageMetadata(query, part), statistics: totals.map((of, i) => shownTotals(ids[i] as string, of)) };
});

export const handler = operationFromEnvironment(createHandler);
