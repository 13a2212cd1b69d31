import { fromEnvironment } from '../runtime/environment.ts';
import { type Reach, reachOf } from '../runtime/reach.ts';
import { BatchingTable } from '../storage/batchingTable.ts';
import { createClient } from '../storage/table.ts';
import type { HttpFunction } from './middleware.ts';
import { createRepositories, type Repositories } from './repositories.ts';

export interface Dependencies extends Repositories {
  siteUrl: string;
}

/** Makes the Lambda function of an operation that only needs the table. */
export const operationFromEnvironment = (createHandler: (dependencies: Dependencies) => HttpFunction) =>
  fromEnvironment(['tableName', 'siteUrl'], ({ tableName, siteUrl }) =>
    createHandler({ ...createRepositories(new BatchingTable(createClient(), tableName)), siteUrl }),
  );

/** Makes the Lambda function of an operation that validates webhook URLs. */
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
