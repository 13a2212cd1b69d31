import { fromEnvironment } from '../runtime/environment.ts';
import { ConfirmationSecret } from '../storage/confirmationSecret.ts';
import { createClient, Table } from '../storage/table.ts';
import type { Dependencies } from './dependencies.ts';
import type { HttpFunction } from './middleware.ts';
import { createRepositories } from './repositories.ts';

export interface ConfirmationDependencies extends Dependencies {
  secret: Pick<ConfirmationSecret, 'find'>;
}

/** Makes the Lambda function of an operation that checks tokens of confirmations. */
export const confirmationFromEnvironment = (createHandler: (dependencies: ConfirmationDependencies) => HttpFunction) =>
  fromEnvironment(['tableName', 'siteUrl'], ({ tableName, siteUrl }) => {
    const table = new Table(createClient(), tableName);
    return createHandler({ ...createRepositories(table), siteUrl, secret: new ConfirmationSecret(table) });
  });
