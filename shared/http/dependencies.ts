import { fromEnvironment } from '../runtime/environment.ts';
import { type Reach, reachOf } from '../runtime/reach.ts';
import { BatchingTable } from '../storage/batchingTable.ts';
import { createClient } from '../storage/table.ts';
import type { HttpFunction } from './middleware.ts';
import { createRepositories, type Repositories } from './repositories.ts';

/** What the handler of an operation gets besides its input. */
export interface Dependencies extends Repositories {
  siteUrl: string;
}

/** The Lambda function of an operation that needs nothing besides the table. */
export const operationFromEnvironment = (createHandler: (dependencies: Dependencies) => HttpFunction) =>
  fromEnvironment(['tableName', 'siteUrl'], ({ tableName, siteUrl }) =>
    createHandler({ ...createRepositories(new BatchingTable(createClient(), tableName)), siteUrl }),
  );

/** The Lambda function of an operation that deals with the addresses of receivers. */
export const webhookOperationFromEnvironment = (
  createHandler: (dependencies: Dependencies & { reach: Reach }) => HttpFunction,
) =>
  fromEnvironment(['tableName', 'siteUrl', 'loopbackReceivers'], ({ tableName, siteUrl, loopbackReceivers }) =>
    createHandler({
      ...createRepositories(new BatchingTable(createClient(), tableName)),
      siteUrl,
      reach: reachOf(loopbackReceivers),
    }),
  );
