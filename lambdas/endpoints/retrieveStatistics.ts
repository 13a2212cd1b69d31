import { retrieveStatistics } from '../../shared/contract/operations/endpoints.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { pauseOf } from '../../shared/intake/filterRecord.ts';
import { firstOfDays, shownStatistics } from '../../shared/pageIndex/shownStatistics.ts';
import { StatisticsReader } from '../../shared/pageIndex/statisticsReader.ts';
import { findReview } from '../../shared/storage/learnedFilters.ts';

export const createHandler = serve(retrieveStatistics, async ({ params, query, caller }, { endpoints, table }) => {
  const reader = new StatisticsReader(table);
  const [endpoint, begun, review] = await Promise.all([
    endpoints.findOwned(params.id, caller),
    reader.begin(params.id),
    findReview(table, params.id),
  ]);
  const fromDay = firstOfDays(query.days, Date.now());
  const counts = await reader.read(endpoint.id, begun, fromDay);
  const corrected = review && review.outcomes.falsePositives + review.outcomes.falseNegatives;
  const filterPause = review && endpoint.spamFilter === 'learn' ? pauseOf(review.record) : undefined;
  return shownStatistics(endpoint.id, { ...counts, corrected, filterPause }, { fromDay, days: query.days });
});

export const handler = operationFromEnvironment(createHandler);
