import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { OperationId } from '../../../../shared/contract/operations/index.ts';
import { EndpointCreate } from '../../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { HttpFunction } from '../../../../shared/http/middleware.ts';
import { createRepositories } from '../../../../shared/http/repositories.ts';
import { Workspaces } from '../../../../shared/storage/workspaces/workspaces.ts';
import type { Json } from '../../../support/json.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';
import { tableOf } from '../../../support/simulator/rights.ts';

/**
 * A workspace with an endpoint in memory, and requests to an operation's function about it with its key. The function
 * uses `ownTable` under its policy.
 */
export async function asOwner(name: OperationId, fields: object) {
  const items = new MemoryItems();
  const table = new MemoryTable(items);
  const ownTable = tableOf(name, items);
  const { workspaceId, key } = await new Workspaces(table).create('Test');
  const given = EndpointCreate.parse({ slug: `slug-${randomUUID()}`, targetEmails: [], ...fields });
  const endpoint = await createRepositories(table).endpoints.create(workspaceId, given);
  const request = async (handler: HttpFunction, { json, headers = {} }: { json?: object; headers?: object } = {}) => {
    const event = {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      pathParameters: { endpointId: endpoint.id },
      multiValueQueryStringParameters: null,
      body: json === undefined ? null : JSON.stringify(json),
      isBase64Encoded: false,
      requestContext: { extendedRequestId: 'the-request' },
    } as unknown as APIGatewayProxyEvent;
    const answer = await handler(event, { getRemainingTimeInMillis: () => 9_000 } as Context);
    return { status: answer.statusCode, json: JSON.parse(answer.body) as Json, headers: answer.headers };
  };
  const dependencies = { ...createRepositories(ownTable), siteUrl: 'https://site.example' };
  return { table, ownTable, endpoint, request, dependencies };
}
