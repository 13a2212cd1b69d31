import { createClient } from '../../shared/storage/table/client.ts';
import { Table } from '../../shared/storage/table/table.ts';
import type { Outputs } from './outputs.ts';
import { LOCAL } from './template.ts';

/** URL and credentials of a local service's table. */
export type TableConnection = Pick<Outputs, 'dynamodbEndpoint' | 'dynamodbAccessKeyId' | 'tableName'>;

/** A local service's table, for code outside its functions. */
export function localTable({ dynamodbEndpoint: endpoint, dynamodbAccessKeyId, tableName }: TableConnection): Table {
  const credentials = { accessKeyId: dynamodbAccessKeyId, secretAccessKey: 'any' };
  return new Table(createClient({ endpoint, region: LOCAL.region, credentials }), tableName);
}
