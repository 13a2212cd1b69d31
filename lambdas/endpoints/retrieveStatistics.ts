import { retrieveStatistics } from '../../shared/contract/operations/endpoints.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { firstOfDays, shownStatistics } from '../../shared/pageIndex/shownStatistics.ts';
import { StatisticsReader } from '../../shared/pageIndex/statisticsReader.ts';

export const createHandler = serve(retrieveStatistics, async ({ params, query, caller }, { endpoints, table }) => {
  const reader = new StatisticsReader(table);
  const [endpoint, begun] = await Promise.all([endpoints.findOwned(params.id, caller), reader.begin(params.id)]);
  const fromDay = firstOfDays(query.days, Date.now());
  const counts = await reader.read(endpoint.id, begun, fromDay);
  return shownStatistics(endpoint.id, counts, { fromDay, days: query.days });
});

export const handler = operationFromEnvironment(createHandler);
