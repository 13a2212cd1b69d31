import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { allowedMethods } from '../../../infra/constructs/api/allowedMethods.ts';
import { createHandler as createFallback } from '../../../lambdas/fallback.ts';
import type { ApiResponse } from '../../../local/gateway/restApi.ts';
import { DeliveryQueues } from '../../../shared/deliveries/deliveryQueues.ts';
import { FileReceiver } from '../../../shared/files/fileReceiver.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import type { DueMessages } from '../../../shared/storage/deliveries/dueMessages.ts';
import type { TableAccess } from '../../../shared/storage/table/table.ts';
import { MemoryObjects, memoryBucket } from '../../support/simulator/memoryBucket.ts';
import { MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import { OPERATION_HANDLERS, type OperationHandler, type OperationParts } from '../../support/simulator/operations.ts';
import { asFunction, tableOf } from '../../support/simulator/rights.ts';
import type { FuzzRequest, FuzzResponse, Service } from './exchange.ts';
import { type Routing, readRouting, SITE_URL } from './routing.ts';

const TIME_LIMIT_MS = 10_000;
/** Where all requests come from. */
export const SENDER_IP = '198.51.100.77';

/** The handlers in this process on a table in memory: hundreds of times as fast as over HTTP. */
export interface DirectService extends Service {
  table: TableAccess;
  items: MemoryItems;
  objects: MemoryObjects;
  /** Awaited before each call to the table, to interleave requests. */
  point: (kind: 'read' | 'write') => Promise<void>;
  takeLog: () => unknown[];
}

/** Creates the real handlers on a table in memory. Captures the log for the rest of this process. */
export async function openDirectService(): Promise<DirectService> {
  const routing = await readRouting();
  const items = new MemoryItems();
  const point = (kind: 'read' | 'write') => service.point(kind);
  const table = new MemoryTable(items, { point });
  const objects = new MemoryObjects();
  /** The dependencies of an operation's function, under its policy. */
  const partsOf = (id: string): OperationParts => {
    const own = tableOf(id, items, { point });
    const bucket = memoryBucket(asFunction(id, async (call) => objects.perform(call)));
    return {
      table: own,
      // Not kept: the table is emptied between suites.
      secret: { find: () => new ConfirmationSecret(own).find() },
      siteUrl: SITE_URL,
      verifier: { verify: async () => 'solved' },
      queues: new DeliveryQueues({ lanes: {}, due: { put: async () => undefined } as unknown as DueMessages }),
      signInQueue: { sendCode: async () => undefined, sendInvitation: async () => undefined },
      post: async () => ({ durationMs: 1, status: 200, answer: 'ok' }),
      sender: { send: async () => ({ state: 'sent', attempt: {} }) },
      isSandboxed: { latest: async () => false },
      bucket,
      receiver: new FileReceiver({ bucket, removeUnlessStored: async () => undefined, isScanned: false }),
    };
  };
  const handlers = new Map<string, OperationHandler>([
    ['fallback', createFallback({ siteUrl: SITE_URL, allowedMethods: allowedMethods() })],
    ...OPERATION_HANDLERS.map(([id, create]): [string, OperationHandler] => [id, create(partsOf(id))]),
  ]);
  const service: DirectService = {
    siteUrl: SITE_URL,
    table,
    items,
    objects,
    point: async () => undefined,
    takeLog: captureLog(),
    operationOf: routing.operationOf,
    send: (request) => send(request, routing, handlers),
  };
  return service;
}

function captureLog(): () => unknown[] {
  const lines: unknown[] = [];
  for (const level of ['info', 'warn', 'error'] as const) console[level] = (line: unknown) => void lines.push(line);
  return () => lines.splice(0);
}

async function send(
  request: FuzzRequest,
  routing: Routing,
  handlers: ReadonlyMap<string, OperationHandler>,
): Promise<FuzzResponse> {
  const { method, path: url, headers, body } = request;
  const sent = { method, url, headers, body, sourceIp: SENDER_IP, extendedRequestId: `${randomUUID()}=` };
  const match = routing.find(request);
  if (typeof match === 'string') return responseOf(routing.api.refuse(match, sent));
  const handler = handlers.get(routing.functionNameOf(match)) as OperationHandler;
  const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => TIME_LIMIT_MS } as Context;
  const invoke = async (event: object) => ({
    payload: JSON.stringify(await handler(event as APIGatewayProxyEvent, context)),
  });
  return responseOf(await routing.api.perform(sent, match, invoke));
}

const responseOf = ({ status, headers, body }: ApiResponse): FuzzResponse => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
  body: Buffer.from(body),
});
