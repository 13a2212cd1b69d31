import { Endpoints } from '../../shared/repositories/endpoints.ts';
import { Workspaces } from '../../shared/repositories/workspaces.ts';
import { EndpointCreate } from '../../shared/schemas/endpoint.ts';
import { localTable } from '../localTable.ts';

/** What a newcomer starts with. */
export interface Demo {
  workspaceId: string;
  apiKey: string;
  endpointId: string;
}

/** Makes a demo workspace with a key and an endpoint. */
export async function createDemo(dynamodbEndpoint: string, tableName: string): Promise<Demo> {
  const table = localTable(dynamodbEndpoint, tableName);
  const { workspaceId, key } = await new Workspaces(table).create('Demo');
  const fields = EndpointCreate.parse({
    slug: 'contact',
    name: 'Contact form',
    targetEmails: ['you@example.com'],
    icon: 'mail',
    color: 'teal',
  });
  const { id } = await new Endpoints(table).create(workspaceId, fields);
  return { workspaceId, apiKey: key, endpointId: id };
}
