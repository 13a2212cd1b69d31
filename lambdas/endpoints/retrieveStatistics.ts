import { retrieveStatistics } from '../../shared/contract/operations/endpoints.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { dateOfDay, firstOfDays, shownStatistics } from '../../shared/pageIndex/shownStatistics.ts';
import { StatisticsReader, statisticsAndHead } from '../../shared/pageIndex/statisticsReader.ts';
import { pauseOf } from '../../shared/spamFilter/filterRecord.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { keepingOf, keptFrom, removedSince } from '../../shared/storage/endpoints/keeping.ts';
import { readPlacesTaken } from '../../shared/storage/endpoints/places.ts';
import { reviewOf } from '../../shared/storage/filter/learnedFilters.ts';

export const createHandler = serve(retrieveStatistics, async ({ params, query, authenticate }, { table }) => {
  const { endpoint, begun, review } = await authenticate({
    endpoint: ownedEndpoint(params.id),
    begun: statisticsAndHead(params.id),
    review: reviewOf(params.id),
  });
  const now = Date.now();
  const fromDay = firstOfDays(query.days, now);
  const kept = keptFrom(endpoint, now);
  const [counts, removed, placesTaken] = await Promise.all([
    new StatisticsReader(table).read(endpoint.id, begun, fromDay, kept),
    Object.keys(keepingOf(endpoint)).length === 0 ? undefined : removedSince(table, endpoint.id, dateOfDay(fromDay)),
    endpoint.maxSubmissions === undefined ? undefined : readPlacesTaken(table, endpoint.id),
  ]);
  const corrected = review && review.outcomes.falsePositives + review.outcomes.falseNegatives;
  const filterPause = review && endpoint.spamFilter === 'learn' ? pauseOf(review.record) : undefined;
  return shownStatistics(
    endpoint.id,
    { ...counts, corrected, filterPause, placesTaken, ...(removed && { removed }) },
    { fromDay, days: query.days },
  );
});

export const handler = operationFromEnvironment(createHandler);
