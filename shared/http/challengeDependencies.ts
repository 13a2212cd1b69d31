import { fromEnvironment } from '../runtime/environment.ts';
import { RateLimits } from '../storage/rateLimits.ts';
import { createClient, Table } from '../storage/table.ts';
import type { Dependencies } from './dependencies.ts';
import type { HttpFunction } from './middleware.ts';
import { createRepositories } from './repositories.ts';

/** What the handler of retrieve-challenge gets besides its input. */
export interface ChallengeDependencies extends Dependencies {
  rateLimits: Pick<RateLimits, 'count'>;
  /** Challenges a second that all endpoints together may give out. */
  requestsPerSecond: number;
}

/** The Lambda function that gives out challenges. */
export const challengeFromEnvironment = (createHandler: (dependencies: ChallengeDependencies) => HttpFunction) =>
  fromEnvironment(['tableName', 'siteUrl', 'requestsPerSecond'], ({ tableName, siteUrl, requestsPerSecond }) => {
    const table = new Table(createClient(), tableName);
    return createHandler({
      ...createRepositories(table),
      siteUrl,
      rateLimits: new RateLimits(table),
      requestsPerSecond,
    });
  });
