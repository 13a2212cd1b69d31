import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Template } from '../../infra/localService/template.ts';
import { CHALLENGE_HEADER, REMAPPED_CHALLENGE_HEADER } from '../../shared/contract/headers.ts';
import type { Invoke } from '../events/invocation.ts';
import { apiBodyOf } from './apiBody.ts';
import { GatewayErrors } from './gatewayErrors.ts';
import { type Match, Routes } from './routes.ts';

/** AWS Lambda's event limit is 6 MB; base64 adds a third to the body. */
const EVENT_BYTES_MAX = 6 * 1024 * 1024;
/** Headers set by the edge; the caller's are dropped. */
const EDGE_HEADER = /^(?:cloudfront-|x-amz-cf-|x-amzn-requestid$|x-forwarded-)/i;

export interface ApiRequest {
  method: string;
  /** Path with query. */
  url: string;
  headers: [name: string, value: string][];
  body: Buffer;
  sourceIp?: string | undefined;
  /** API Gateway's opaque request id, which callers cannot set. */
  extendedRequestId: string;
}

export interface ApiResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string | Buffer;
}

/** Made from a UUID, for which Node.js keeps random bytes in reserve. */
export const newRequestId = (): string => `${randomUUID().replaceAll('-', '').slice(0, 15)}=`;

/** A REST API with the routes of the template's body, proxy events and gateway responses. */
export class RestApi {
  readonly #routes: Routes;
  readonly #errors: GatewayErrors;

  constructor(template: Template) {
    const { methods, responses } = apiBodyOf(template);
    this.#routes = new Routes(methods);
    this.#errors = new GatewayErrors(responses);
  }

  /** The method for a request, or the type of the gateway response. */
  route({ method, url }: Pick<ApiRequest, 'method' | 'url'>): Match | string {
    try {
      const match = this.#routes.find(method, pathOf(url));
      if (!match) return 'MISSING_AUTHENTICATION_TOKEN';
      const isBlank = (name: string) => decodeURIComponent(match.pathParameters[name] ?? '').trim() === '';
      return match.validated.some(isBlank) ? 'BAD_REQUEST_PARAMETERS' : match;
    } catch {
      return 'BAD_REQUEST_PARAMETERS';
    }
  }

  async perform(request: ApiRequest, match: Match, invoke: Invoke): Promise<ApiResponse> {
    const event = proxyEvent(request, match);
    if ((event.body?.length ?? 0) > EVENT_BYTES_MAX) return this.refuse('REQUEST_TOO_LARGE', request);
    const outcome = await invoke(event);
    return 'error' in outcome ? this.refuse('INTEGRATION_FAILURE', request) : responseOf(JSON.parse(outcome.payload));
  }

  /** A gateway response. */
  refuse(type: string, { extendedRequestId, headers }: Pick<ApiRequest, 'extendedRequestId' | 'headers'>): ApiResponse {
    const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    return this.#errors.make(type, extendedRequestId, named);
  }
}

function responseOf(result: APIGatewayProxyResult): ApiResponse {
  return {
    status: result.statusCode,
    headers: remapped({ ...result.headers, ...result.multiValueHeaders } as OutgoingHttpHeaders),
    body: result.isBase64Encoded ? Buffer.from(result.body, 'base64') : result.body,
  };
}

/** API Gateway renames this response header (Amazon API Gateway, "Important notes"). */
function remapped({ [CHALLENGE_HEADER]: challenge, ...others }: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return challenge === undefined ? others : { ...others, [REMAPPED_CHALLENGE_HEADER]: challenge };
}

const pathOf = (url: string): string => url.split('?')[0] || '/';

/** The event of a Lambda proxy integration. Every body is base64, as the API's binary types demand. */
export function proxyEvent(
  { method, url, headers, body, sourceIp = '', extendedRequestId }: ApiRequest,
  match: Pick<Match, 'path' | 'pathParameters'>,
) {
  const path = pathOf(url);
  const passed = listsOf(headers.filter(([name]) => !EDGE_HEADER.test(name)));
  const query = listsOf([...new URLSearchParams(url.split(/\?(.*)/s)[1])]);
  return {
    resource: match.path,
    path,
    httpMethod: method,
    headers: lastOf(passed),
    multiValueHeaders: passed,
    queryStringParameters: orNull(lastOf(query)),
    multiValueQueryStringParameters: orNull(query),
    pathParameters: orNull(match.pathParameters),
    stageVariables: null,
    requestContext: {
      requestId: randomUUID(),
      extendedRequestId,
      httpMethod: method,
      path,
      resourcePath: match.path,
      stage: 'local',
      identity: { sourceIp },
    },
    body: body.length === 0 ? null : body.toString('base64'),
    isBase64Encoded: body.length > 0,
  };
}

/** By way of a Map, because a header may be called `constructor`. */
function listsOf(pairs: [name: string, value: string][]): Record<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const [name, value] of pairs) lists.set(name, [...(lists.get(name) ?? []), value]);
  return Object.fromEntries(lists);
}

const lastOf = (lists: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.at(-1) ?? '']));

const orNull = <T extends object>(value: T): T | null => (Object.keys(value).length === 0 ? null : value);
