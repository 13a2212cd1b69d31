import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/**
 * The demo of the data in a folder, made when there is none. It is kept apart from the outputs, which any service
 * that was started with the folder writes, an ephemeral one too.
 */
export async function openDemo(folder: string, dynamodbEndpoint: string, tableName: string): Promise<Demo> {
  const file = join(folder, 'demo.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const demo = await createDemo(dynamodbEndpoint, tableName);
  writeFileSync(`${file}.new`, JSON.stringify(demo), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return demo;
}

/** Makes a demo workspace with a key and an endpoint. */
async function createDemo(dynamodbEndpoint: string, tableName: string): Promise<Demo> {
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
