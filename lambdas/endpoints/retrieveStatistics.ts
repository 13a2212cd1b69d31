import { retrieveStatistics } from '../../shared/contract/operations/endpoints.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { firstOfDays, shownStatistics } from '../../shared/pageIndex/shownStatistics.ts';
import { StatisticsReader } from '../../shared/pageIndex/statisticsReader.ts';
import { LearnedFilters } from '../../shared/storage/learnedFilters.ts';

export const createHandler = serve(retrieveStatistics, async ({ params, query, caller }, { endpoints, table }) => {
  const reader = new StatisticsReader(table);
  const [endpoint, begun, corrected] = await Promise.all([
    endpoints.findOwned(params.id, caller),
    reader.begin(params.id),
    new LearnedFilters(table).corrections(params.id),
  ]);
  const fromDay = firstOfDays(query.days, Date.now());
  const counts = await reader.read(endpoint.id, begun, fromDay);
  return shownStatistics(endpoint.id, { ...counts, corrected }, { fromDay, days: query.days });
});

export const handler = operationFromEnvironment(createHandler);
