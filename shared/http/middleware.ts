import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { Permission } from '../contract/choices.ts';
import type { Operation } from '../contract/operations/define.ts';
import type { SentFile } from '../files/sentFile.ts';

/** Who calls: a key that was found valid and allowed. */
export interface Caller {
  workspaceId: string;
  keyId: string;
  permission: Permission;
  /** When the key expires, as the contract writes it. */
  expiresAt: string;
}

/** What a handler returns when its answer is more than a body. */
export class Reply {
  readonly value: unknown;
  readonly headers: Record<string, string>;
  /** Where a person's browser is sent instead of getting JSON. */
  readonly redirectUrl: string | undefined;
  /** Whether it answers a request that was only validated. */
  readonly isValidation: boolean;

  constructor(
    value: unknown,
    options: { headers?: Record<string, string>; redirectUrl?: string; isValidation?: boolean },
  ) {
    this.value = value;
    this.headers = options.headers ?? {};
    this.redirectUrl = options.redirectUrl;
    this.isValidation = options.isValidation ?? false;
  }
}

/** The parsed request, as the handler of a public operation gets it. */
export interface PublicInput<O extends Operation> {
  params: z.output<O['params']>;
  query: z.output<O['query']>;
  body: z.output<O['body']>;
  /** The files of a form that was sent in parts. */
  files?: readonly SentFile[];
  /** Request headers, names in lower case. */
  headers: Record<string, string | undefined>;
}

/** The parsed request, as the handler of any other operation gets it. */
export interface AuthenticatedInput<O extends Operation> extends PublicInput<O> {
  /**
   * Rejects unless the caller may do this. A promise, so that a handler's own reads go out beside it; no answer
   * leaves before it is settled.
   */
  caller: Promise<Caller>;
  /** The id of the key that was sent, before it is known to be one: for reads beside the one that finds that out. */
  keyId: string;
}

export type Input<O extends Operation> = 'public' extends O['permission'] ? PublicInput<O> : AuthenticatedInput<O>;

/** A Lambda function behind the gateway. */
export type HttpFunction = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** What the middlewares of one request share. */
export interface RequestState extends Record<string, unknown> {
  requestId: string;
  startedAt: number;
  headers: Record<string, string | undefined>;
  caller?: Promise<Caller>;
  /** Of the key that was sent. */
  keyId?: string;
  /** The caller's, once it is known. */
  workspaceId?: string;
  body?: unknown;
  /** Of a form. */
  files?: SentFile[];
  /** Whether the request asks for validation alone: its answer is JSON. */
  isValidation?: boolean;
  /** Of the error that was answered. */
  code?: string;
  /** What is to be logged of a request that failed through no fault of the caller's. */
  failure?: unknown;
}

export type MiddlewareRequest = Request<APIGatewayProxyEvent, APIGatewayProxyResult | Reply | unknown, Error> & {
  internal: RequestState;
};

/** One of the middlewares around a handler. */
export type Middleware = MiddlewareObj<APIGatewayProxyEvent, unknown, Error>;

/** Defines a middleware with its state typed; middy hands every hook the same request object. */
export const middleware = (hooks: {
  before?: (request: MiddlewareRequest) => Promise<void> | void;
  after?: (request: MiddlewareRequest) => Promise<void> | void;
  onError?: (request: MiddlewareRequest) => Promise<void> | void;
}): Middleware => hooks as unknown as Middleware;

/** The gateway's headers with lower-case names; of a repeated header, the last. */
export const lowerCaseHeaders = (headers: APIGatewayProxyEvent['headers'] | null): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
