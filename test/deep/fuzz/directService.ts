import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Match } from '../../../infra/local/gateway/routes.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { createClient, Table } from '../../../shared/storage/table.ts';
import { MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import type { FuzzAnswer, FuzzRequest, Service } from './exchange.ts';
import { type Routing, readRouting } from './routing.ts';

const SITE_URL = 'https://forms.example.com';
/** What every method of the table is led to. */
const METHODS = ['get', 'getAll', 'query', 'put', 'update', 'delete', 'deleteAll', 'transact'] as const;
/** Headers that the edge sets itself; what a caller sends under their names never arrives. */
const EDGE_HEADER = /^(?:cloudfront-|x-amz-cf-|x-amzn-requestid$|x-forwarded-)/i;
const TIME_LIMIT_MS = 10_000;

type Handler = (event: unknown, context: unknown) => Promise<APIGatewayProxyResult>;

/** The handlers in this process, on a table in memory: hundreds of times as fast as over HTTP. */
export interface DirectService extends Service {
  /** A table like the handlers' own. */
  table: Table;
  /** The items that the handlers work on; another table's can be put in their place at any time. */
  items: MemoryItems;
  /** Waited for before each call to the table: what interleaves requests. */
  point: (kind: 'read' | 'write') => Promise<void>;
  /** Lines that the handlers logged since they were last taken. */
  takeLog: () => unknown[];
}

/** Loads the real handlers. Leads their table and their log elsewhere, for the rest of this process. */
export async function openDirectService(): Promise<DirectService> {
  const routing = readRouting(SITE_URL);
  Object.assign(process.env, routing.environment, { AWS_REGION: 'us-east-1' });
  const handlers = await loadHandlers();
  const service: DirectService = {
    siteUrl: SITE_URL,
    table: new Table(createClient({ region: 'us-east-1' }), 'memory'),
    items: new MemoryItems(),
    point: async () => undefined,
    takeLog: captureLog(),
    operationOf: routing.operationOf,
    send: (request) => send(request, routing, handlers),
  };
  leadTableTo(() => new MemoryTable(service.items, { point: (kind) => service.point(kind) }));
  return service;
}

async function loadHandlers(): Promise<Map<string, Handler>> {
  const handlers = new Map<string, Handler>();
  const files = [...OPERATIONS.map(({ id, group }) => [id, `${group}/${id}`]), ['fallback', 'fallback']];
  // One after the other: Jest cannot link modules that several imports want at the same time.
  for (const [id = '', file] of files) {
    const { handler } = (await import(`../../../lambdas/${file}.ts`)) as { handler: Handler };
    handlers.set(id, handler);
  }
  return handlers;
}

function leadTableTo(memory: () => MemoryTable): void {
  for (const method of METHODS) {
    Object.defineProperty(Table.prototype, method, {
      configurable: true,
      value: (...args: never[]) => (memory()[method] as (...args: never[]) => unknown)(...args),
    });
  }
}

function captureLog(): () => unknown[] {
  const lines: unknown[] = [];
  for (const level of ['info', 'warn', 'error'] as const) console[level] = (line: unknown) => void lines.push(line);
  return () => lines.splice(0);
}

async function send(request: FuzzRequest, routing: Routing, handlers: Map<string, Handler>): Promise<FuzzAnswer> {
  const extendedRequestId = `${randomUUID()}=`;
  const match = routing.find(request);
  const handler = match && match !== 'malformed' ? handlers.get(routing.functionNameOf(match)) : undefined;
  if (!match || match === 'malformed' || !handler) {
    const type = match === 'malformed' ? 'BAD_REQUEST_PARAMETERS' : 'MISSING_AUTHENTICATION_TOKEN';
    const { status, headers, body } = routing.errors.make(type, extendedRequestId);
    return { status, headers: lowerCase(headers), body: Buffer.from(body) };
  }
  const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => TIME_LIMIT_MS };
  const result = await handler(eventOf(request, match, extendedRequestId), context);
  const body = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8');
  return { status: result.statusCode, headers: lowerCase(result.headers ?? {}), body };
}

const lowerCase = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));

/** The event of a Lambda proxy integration, as the local gateway makes it. */
function eventOf({ method, path, headers, body }: FuzzRequest, match: Match, extendedRequestId: string) {
  const [pathname = '/', query = ''] = path.split(/\?(.*)/s);
  const passed = headers.filter(([name]) => !EDGE_HEADER.test(name));
  const multiValueHeaders = listsOf(passed);
  const queryLists = listsOf([...new URLSearchParams(query)]);
  return {
    resource: match.resource,
    path: pathname,
    httpMethod: method,
    headers: Object.fromEntries(passed),
    multiValueHeaders,
    queryStringParameters: null,
    multiValueQueryStringParameters: Object.keys(queryLists).length === 0 ? null : queryLists,
    pathParameters: Object.keys(match.pathParameters).length === 0 ? null : match.pathParameters,
    requestContext: { requestId: randomUUID(), extendedRequestId, httpMethod: method, resourcePath: match.resource },
    body: body.length === 0 ? null : body.toString('base64'),
    isBase64Encoded: body.length > 0,
  };
}

function listsOf(pairs: [string, string][]): Record<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const [name, value] of pairs) lists.set(name, [...(lists.get(name) ?? []), value]);
  return Object.fromEntries(lists);
}
