import { listStatistics } from '../../shared/contract/operations/endpoints.ts';
import { pageMetadata } from '../../shared/contract/schemas/common.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { shownTotals } from '../../shared/pageIndex/shownStatistics.ts';
import { StatisticsReader } from '../../shared/pageIndex/statisticsReader.ts';
import { keptFrom } from '../../shared/storage/endpoints/keeping.ts';

export const createHandler = serve(listStatistics, async ({ query, authenticate }, { endpoints, table }) => {
  const { caller } = await authenticate();
  const { items, ...part } = await endpoints.listKeeping(caller, query);
  const now = Date.now();
  const listed = items.map((endpoint) => ({ id: endpoint.id, kept: keptFrom(endpoint, now) }));
  const totals = await new StatisticsReader(table).totalsOf(listed);
  const statistics = totals.map(({ mails, ...each }, i) => ({
    ...shownTotals(listed[i]?.id ?? '', each),
    mailsFailed: mails?.failed ?? 0,
  }));
  return { _metadata: pageMetadata(query, part), statistics };
});

export const handler = operationFromEnvironment(createHandler);
