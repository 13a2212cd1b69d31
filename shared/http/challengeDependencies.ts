import { fromEnvironment } from '../runtime/environment.ts';
import { RateLimits } from '../storage/rateLimits.ts';
import { createClient, Table } from '../storage/table.ts';
import type { Dependencies } from './dependencies.ts';
import type { HttpFunction } from './middleware.ts';
import { createRepositories } from './repositories.ts';

export interface ChallengeDependencies extends Dependencies {
  rateLimits: Pick<RateLimits, 'count'>;
  requestsPerSecond: number;
}

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
