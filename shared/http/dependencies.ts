import type { IntakeDependencies } from '../intake/receiveSubmission.ts';
import { SiteVerifier } from '../intake/siteVerify.ts';
import { fromEnvironment } from '../runtime/environment.ts';
import { BatchingTable } from '../storage/batchingTable.ts';
import { createClient, Table } from '../storage/table.ts';
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
  createHandler: (dependencies: Dependencies & { reach: { allowLoopback: boolean } }) => HttpFunction,
) =>
  fromEnvironment(['tableName', 'siteUrl', 'loopbackReceivers'], ({ tableName, siteUrl, loopbackReceivers }) =>
    createHandler({
      ...createRepositories(new BatchingTable(createClient(), tableName)),
      siteUrl,
      reach: { allowLoopback: loopbackReceivers !== undefined },
    }),
  );

/** The Lambda function that receives submissions, which asks the providers of captchas, too. */
export const intakeFromEnvironment = (
  createHandler: (dependencies: Dependencies & IntakeDependencies) => HttpFunction,
) =>
  fromEnvironment(['tableName', 'siteUrl', 'captchaStandIn'], ({ tableName, siteUrl, captchaStandIn }) =>
    createHandler({
      ...createRepositories(new Table(createClient(), tableName)),
      siteUrl,
      verifier: new SiteVerifier(captchaStandIn),
    }),
  );
