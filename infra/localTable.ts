import { createClient, Table } from '../shared/repositories/table.ts';
import { LOCAL } from './local/template.ts';

/** The table of a local service, from outside its functions. Any credentials will do there. */
export const localTable = (endpoint: string, tableName: string): Table => {
  return new Table(createClient({ endpoint, region: LOCAL.region, credentials: LOCAL_CREDENTIALS }), tableName);
};

/** An operator of a local service. */
export const LOCAL_CREDENTIALS = { accessKeyId: 'operator', secretAccessKey: 'local' };
