import { createClient, Table } from '../../shared/storage/table.ts';
import type { Outputs } from './outputs.ts';
import { LOCAL } from './template.ts';

/** Where a table of a local service is, and what it asks for. */
export type TableAddress = Pick<Outputs, 'dynamodbEndpoint' | 'dynamodbAccessKeyId' | 'tableName'>;

/** The table of a local service, from outside its functions. */
export function localTable({ dynamodbEndpoint: endpoint, dynamodbAccessKeyId, tableName }: TableAddress): Table {
  const credentials = { accessKeyId: dynamodbAccessKeyId, secretAccessKey: 'any' };
  return new Table(createClient({ endpoint, region: LOCAL.region, credentials }), tableName);
}
