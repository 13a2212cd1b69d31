import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { CHALLENGE_HEADER, REMAPPED_CHALLENGE_HEADER } from '../../../shared/contract/headers.ts';
import { REQUEST_HEAD_BYTES_MAX } from '../../../shared/runtime/awsLimits.ts';
import type { LocalFunction } from '../functions/functions.ts';
import { readUpTo, respond } from '../http.ts';
import { newServer } from '../ports.ts';
import type { Template } from '../template.ts';
import { apiBodyOf } from './apiBody.ts';
import { GatewayErrors } from './gatewayErrors.ts';
import { type Match, Routes } from './routes.ts';
import { type LimitSetting, Throttle } from './throttle.ts';

/** API Gateway's request limit. */
const REQUEST_BYTES_MAX = 10 * 1024 * 1024;
/** AWS Lambda's event limit is 6 MB; base64 adds a third to the body. */
const EVENT_BYTES_MAX = 6 * 1024 * 1024;
/** Headers set by the edge; the caller's are dropped. */
const EDGE_HEADER = /^(?:cloudfront-|x-amz-cf-|x-amzn-requestid$|x-forwarded-)/i;

/** Available once the template has been read. */
export interface GatewayBackend {
  template: Template;
  functionWith: (logicalId: string) => LocalFunction | undefined;
  limits: ReadonlySet<LimitSetting>;
  /** Whether the table cannot be relied on: then nothing is accepted. */
  isDamaged?: () => boolean;
}

interface GatewayRequest {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** API Gateway's opaque request id, which callers cannot set. */
  extendedRequestId: string;
}

/** A REST API with the routes of the template's body, proxy events and gateway responses. */
export class Gateway {
  readonly server: Server = newServer(
    (incoming, outgoing) => {
      const request = { incoming, outgoing, extendedRequestId: `${randomBytes(11).toString('base64url')}=` };
      this.#handle(request).catch((error) => {
        // The client may have disconnected.
        if (incoming.destroyed && !incoming.complete) return;
        console.error('The local gateway failed:', error);
        this.#refuse(request, 'DEFAULT_5XX');
      });
    },
    'anyOrigin',
    REQUEST_HEAD_BYTES_MAX,
  );
  #backend: GatewayBackend | undefined;
  #routes: Routes | undefined;
  #errors: GatewayErrors | undefined;
  #throttle: Throttle | undefined;

  constructor() {
    this.server.on('clientError', (_error, socket) => {
      const error = this.#errors?.make('DEFAULT_4XX', `${randomBytes(11).toString('base64url')}=`);
      if (!error || !socket.writable) return socket.destroy();
      const head = Object.entries({
        ...error.headers,
        'Content-Length': Buffer.byteLength(error.body),
        Connection: 'close',
      });
      socket.end(
        `HTTP/1.1 400 Bad Request\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${error.body}`,
      );
    });
  }

  serve(backend: GatewayBackend): void {
    this.#backend = backend;
    const { methods, responses } = apiBodyOf(backend.template);
    this.#routes = new Routes(methods);
    this.#errors = new GatewayErrors(responses);
    this.#throttle = new Throttle(backend.template, backend.limits);
  }

  async #handle(request: GatewayRequest): Promise<void> {
    const { incoming } = request;
    const [pathname = '/', query = ''] = (incoming.url ?? '/').split(/\?(.*)/s);
    const searchParams = new URLSearchParams(query);
    const match = this.#match(incoming.method ?? 'GET', pathname);
    if (match === 'malformed') return this.#refuse(request, 'BAD_REQUEST_PARAMETERS');
    const target = match && this.#backend?.functionWith(match.functionLogicalId);
    if (!match || !target) return this.#refuse(request, 'MISSING_AUTHENTICATION_TOKEN');
    const isBlank = (name: string) => decodeURIComponent(match.pathParameters[name] ?? '').trim() === '';
    if (match.validated.some(isBlank)) return this.#refuse(request, 'BAD_REQUEST_PARAMETERS');
    if (this.#backend?.isDamaged?.()) return this.#refuse(request, 'DEFAULT_5XX');
    if (!this.#throttle?.accepts(match.method, match.path)) return this.#refuse(request, 'THROTTLED');
    const isTooLarge = Number(incoming.headers['content-length'] ?? 0) > REQUEST_BYTES_MAX;
    const body = isTooLarge ? undefined : await readUpTo(incoming, REQUEST_BYTES_MAX);
    if (!body) return this.#refuse(request, 'REQUEST_TOO_LARGE');
    const event = proxyEvent(request, match, { pathname, searchParams, body });
    if (event.body !== null && event.body.length > EVENT_BYTES_MAX) return this.#refuse(request, 'REQUEST_TOO_LARGE');
    const result = await target.invoke(event);
    if ('error' in result) return this.#refuse(request, 'INTEGRATION_FAILURE');
    answer(request, JSON.parse(result.payload));
  }

  #match(method: string, pathname: string): Match | undefined | 'malformed' {
    try {
      return this.#routes?.find(method, pathname);
    } catch {
      return 'malformed';
    }
  }

  #refuse({ incoming, outgoing, extendedRequestId }: GatewayRequest, type: string): void {
    const { status, headers, body } = this.#errors?.make(type, extendedRequestId, incoming.headers) ?? {
      status: 503,
      headers: {},
      body: '',
    };
    respond(outgoing, { status, headers, body });
    // Discards the rest of the request, so that the caller can read the response.
    incoming.resume();
  }
}

function answer({ outgoing }: GatewayRequest, result: APIGatewayProxyResult): void {
  respond(outgoing, {
    status: result.statusCode,
    headers: remapped({ ...result.headers, ...result.multiValueHeaders } as OutgoingHttpHeaders),
    body: result.isBase64Encoded ? Buffer.from(result.body, 'base64') : result.body,
  });
}

/** API Gateway renames this response header (Amazon API Gateway, "Important notes"). */
function remapped({ [CHALLENGE_HEADER]: challenge, ...others }: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return challenge === undefined ? others : { ...others, [REMAPPED_CHALLENGE_HEADER]: challenge };
}

interface RequestParts {
  pathname: string;
  searchParams: URLSearchParams;
  body: Buffer;
}

/** The event of a Lambda proxy integration. Every body is base64, as the API's binary types demand. */
function proxyEvent(
  { incoming, extendedRequestId }: GatewayRequest,
  match: Match,
  { pathname, searchParams, body }: RequestParts,
) {
  const headers = headerLists(incoming);
  const query = listsOf(searchParams);
  return {
    resource: match.path,
    path: pathname,
    httpMethod: incoming.method ?? 'GET',
    headers: lastOf(headers),
    multiValueHeaders: headers,
    queryStringParameters: orNull(lastOf(query)),
    multiValueQueryStringParameters: orNull(query),
    pathParameters: orNull(match.pathParameters),
    stageVariables: null,
    requestContext: {
      requestId: randomUUID(),
      extendedRequestId,
      httpMethod: incoming.method ?? 'GET',
      path: pathname,
      resourcePath: match.path,
      stage: 'local',
      identity: { sourceIp: incoming.socket.remoteAddress ?? '' },
    },
    body: body.length === 0 ? null : body.toString('base64'),
    isBase64Encoded: body.length > 0,
  };
}

/** A Map, because a header may be called `constructor`. */
function headerLists({ rawHeaders }: IncomingMessage): Record<string, string[]> {
  const lists = new Map<string, string[]>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (EDGE_HEADER.test(name)) continue;
    lists.set(name, [...(lists.get(name) ?? []), rawHeaders[i + 1] ?? '']);
  }
  return Object.fromEntries(lists);
}

function listsOf(searchParams: URLSearchParams): Record<string, string[]> {
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)]));
}

const lastOf = (lists: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.at(-1) ?? '']));

const orNull = <T extends object>(value: T): T | null => (Object.keys(value).length === 0 ? null : value);
