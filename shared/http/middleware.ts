import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { ErrorDocument } from '../contract/errors.ts';
import type { Operation } from '../contract/operations/define.ts';
import type { SentContent } from '../receiving/sent.ts';
import type { Lookups, Results } from '../storage/table/lookup.ts';
import type { Caller } from '../storage/table/ownership.ts';

/**
 * Reads the caller's key and these items by one call.
 * @throws ApiError if the caller lacks permission, or from a lookup
 */
export type Authenticate = <L extends Lookups = Record<never, never>>(
  lookups?: L,
) => Promise<Results<L> & { caller: Caller }>;

/** Set by the edge location of an edge-optimized API, which overwrites the sender's value. */
export const COUNTRY_HEADER = 'cloudfront-viewer-country';

/** A response with more than a body. */
export class CustomResponse {
  readonly value: unknown;
  readonly headers: Record<string, string>;
  /** Redirect target of clients that do not accept JSON. */
  readonly redirectUrl: string | undefined;
  /** What a person's browser shows instead of being redirected. */
  readonly page: ErrorDocument | undefined;
  /** True if the request only asked for validation. */
  readonly isValidation: boolean;

  constructor(
    value: unknown,
    options: {
      headers?: Record<string, string>;
      redirectUrl?: string;
      page?: ErrorDocument | undefined;
      isValidation?: boolean;
    },
  ) {
    this.value = value;
    this.headers = options.headers ?? {};
    this.redirectUrl = options.redirectUrl;
    this.page = options.page;
    this.isValidation = options.isValidation ?? false;
  }
}

export interface PublicInput<O extends Operation> {
  params: z.output<O['params']>;
  query: z.output<O['query']>;
  body: z.output<O['body']>;
  /** The body before it was parsed by the schema. */
  sentBody?: unknown;
  /** Contents of a form's body besides the fields. */
  content?: SentContent;
  /** Request headers, names in lower case. */
  headers: Record<string, string | undefined>;
  sourceIp?: string | undefined;
  requestId: string;
  /** Records what the handler returns, if its operation is recorded. */
  recordResult?: (response: unknown) => Promise<void>;
}

export interface AuthenticatedInput<O extends Operation> extends PublicInput<O> {
  authenticate: Authenticate;
  /** The key id from the request, before it is authenticated: for reads together with the key. */
  keyId: string;
}

export type Input<O extends Operation> = 'public' extends O['permission'] ? PublicInput<O> : AuthenticatedInput<O>;

export type HttpFunction = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

export interface RequestState extends Record<string, unknown> {
  requestId: string;
  startedAt: number;
  path: string;
  query: APIGatewayProxyEvent['multiValueQueryStringParameters'];
  headers: Record<string, string | undefined>;
  authenticate?: Authenticate;
  /** Set once the key is being read. */
  caller?: Promise<Caller>;
  keyId?: string;
  /** The parsed path and body, once they are valid. */
  named?: { params: unknown; body: unknown };
  /** Set once the caller is known. */
  workspaceId?: string;
  /** Set once the caller and what it asked for were found: the handler may change something from now on. */
  began?: Caller;
  /** The id of the request's entry in the audit log, and the function that adds it. */
  auditId?: string;
  recordResult?: (response: unknown) => Promise<void>;
  body?: unknown;
  content?: SentContent;
  /** True if the request only asks for validation; the response is JSON then. */
  isValidation?: boolean;
  code?: string;
  /** The error to log if the failure is not the caller's fault. */
  failure?: unknown;
}

export type MiddlewareRequest = Request<
  APIGatewayProxyEvent,
  APIGatewayProxyResult | CustomResponse | unknown,
  Error
> & { internal: RequestState };

export type Middleware = MiddlewareObj<APIGatewayProxyEvent, unknown, Error>;

/** Defines a middleware with typed state; middy passes the same request object to every hook. */
export const middleware = (hooks: {
  before?: (request: MiddlewareRequest) => Promise<void> | void;
  after?: (request: MiddlewareRequest) => Promise<void> | void;
  onError?: (request: MiddlewareRequest) => Promise<void> | void;
}): Middleware => hooks as unknown as Middleware;

/** Lower-cases header names; the last of repeated headers wins. */
export const lowerCaseHeaders = (headers: APIGatewayProxyEvent['headers'] | null): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
