import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { allowedMethods } from '../../../infra/constructs/api/allowedMethods.ts';
import { createHandler as createFallback } from '../../../lambdas/fallback.ts';
import type { ApiResponse } from '../../../local/gateway/restApi.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import type { MailSender } from '../../../shared/deliveries/channels/mail/mailSender.ts';
import type { Post } from '../../../shared/deliveries/channels/webhook/post.ts';
import { DeliveryQueues } from '../../../shared/deliveries/deliveryQueues.ts';
import { requireValidFields } from '../../../shared/fields/requireValid.ts';
import type { FileBucket } from '../../../shared/files/fileBucket.ts';
import { FileReceiver } from '../../../shared/files/fileReceiver.ts';
import type { Dependencies } from '../../../shared/http/dependencies.ts';
import type { HttpFunction } from '../../../shared/http/middleware.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
import type { IntakeDependencies } from '../../../shared/intake/receiveSubmission.ts';
import type { Reach } from '../../../shared/runtime/reach.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmationSecret.ts';
import { DailySecrets } from '../../../shared/storage/dailySecrets.ts';
import type { DueMessages } from '../../../shared/storage/dueMessages.ts';
import { EndpointsWithFilter } from '../../../shared/storage/endpointsWithFilter.ts';
import { FirstSubmissions } from '../../../shared/storage/firstSubmissions.ts';
import { RateLimits } from '../../../shared/storage/rateLimits.ts';
import type { TableAccess } from '../../../shared/storage/table.ts';
import { UploadClaims } from '../../../shared/storage/uploadClaims.ts';
import { MemoryObjects, memoryBucket } from '../../support/simulator/memoryBucket.ts';
import { MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import type { FuzzRequest, FuzzResponse, Service } from './exchange.ts';
import { type Routing, readRouting, SITE_URL } from './routing.ts';

const TIME_LIMIT_MS = 10_000;
/** Where all requests come from. */
export const SENDER_IP = '198.51.100.77';
const UNLIMITED = 10_000;

type AllDependencies = Dependencies &
  IntakeDependencies & {
    secret: Pick<ConfirmationSecret, 'find'>;
    reach: Reach;
    queues: DeliveryQueues;
    post: Post;
    sender: Pick<MailSender, 'send'>;
    isSandboxed: { latest: () => Promise<boolean> };
    bucket: Pick<FileBucket, keyof FileBucket>;
    rateLimits: Pick<RateLimits, 'count' | 'isReached'>;
    uploadsPerSecond: number;
    requestsPerSecond: number;
  };

interface OperationModule {
  createHandler: (dependencies: AllDependencies) => HttpFunction;
}

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
  const table = new MemoryTable(items, { point: (kind) => service.point(kind) });
  const objects = new MemoryObjects();
  const bucket = memoryBucket(async (call) => objects.perform(call));
  const receiver = new FileReceiver({ bucket, removeUnlessStored: async () => undefined, isScanned: false });
  const handlers = await createHandlers({
    ...createRepositories(table),
    table,
    // Not kept: the table is emptied between suites.
    secret: { find: () => new ConfirmationSecret(table).find() },
    endpointsWithFilter: new EndpointsWithFilter(table),
    firstSubmissions: new FirstSubmissions(table),
    dailySecrets: new DailySecrets(table),
    siteUrl: SITE_URL,
    verifier: { verify: async () => 'solved' },
    reach: { allowLoopback: false },
    queues: new DeliveryQueues({ lanes: {}, due: { put: async () => undefined } as unknown as DueMessages }),
    post: async () => ({ durationMs: 1, status: 200, answer: 'ok' }),
    sender: { send: async () => ({ state: 'sent', attempt: {} }) },
    isSandboxed: { latest: async () => false },
    fileReceiver: async () => receiver,
    fieldCheck: async () => requireValidFields,
    bucket,
    uploadClaims: new UploadClaims(table),
    rateLimits: new RateLimits(table),
    uploadsPerSecond: UNLIMITED,
    requestsPerSecond: UNLIMITED,
  });
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

async function createHandlers(dependencies: AllDependencies): Promise<Map<string, HttpFunction>> {
  const fallback = createFallback({ siteUrl: dependencies.siteUrl, allowedMethods: allowedMethods() });
  const handlers = new Map([['fallback', fallback]]);
  // Sequentially: Jest cannot link modules that several imports want concurrently.
  for (const { id, group } of OPERATIONS) {
    const module = (await import(`../../../lambdas/${group}/${id}.ts`)) as OperationModule;
    handlers.set(id, module.createHandler(dependencies));
  }
  return handlers;
}

function captureLog(): () => unknown[] {
  const lines: unknown[] = [];
  for (const level of ['info', 'warn', 'error'] as const) console[level] = (line: unknown) => void lines.push(line);
  return () => lines.splice(0);
}

async function send(
  request: FuzzRequest,
  routing: Routing,
  handlers: Map<string, HttpFunction>,
): Promise<FuzzResponse> {
  const { method, path: url, headers, body } = request;
  const sent = { method, url, headers, body, sourceIp: SENDER_IP, extendedRequestId: `${randomUUID()}=` };
  const match = routing.find(request);
  if (typeof match === 'string') return responseOf(routing.api.refuse(match, sent));
  const handler = handlers.get(routing.functionNameOf(match)) as HttpFunction;
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
