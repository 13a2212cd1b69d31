import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { COMMON_HEADERS, corsHeaders, REQUEST_ID_HEADER } from '../contract/headers.ts';
import type { Operation } from '../contract/operations/define.ts';
import { functionVersion } from '../runtime/environment.ts';
import { log } from '../runtime/log.ts';
import { lowerCaseHeaders, type MiddlewareRequest, middleware } from './middleware.ts';

/** The gateway's own request id, which callers cannot set, unlike X-Amzn-RequestId. */
export const requestIdOf = ({ requestContext }: APIGatewayProxyEvent): string =>
  requestContext.extendedRequestId ?? requestContext.requestId;

export interface LoggedResponse {
  requestId: string;
  operation: string;
  status: number;
  /** `performance.now()` when the function received the request. */
  startedAt: number;
  code?: string | undefined;
  workspaceId?: string | undefined;
  /** The tool that an assistant called. */
  tool?: string | undefined;
  /** The cause of a failure that is not the caller's fault. */
  failure?: unknown;
}

let coldStart = true;

export function logResponse({ startedAt, failure, ...fields }: LoggedResponse): void {
  const durationMs = Math.round(performance.now() - startedAt);
  const failed = fields.status >= 500 || failure !== undefined;
  // With the version, CloudWatch can count failures of a new version separately.
  const version = failed ? { functionVersion: functionVersion() } : {};
  log(
    failed ? 'error' : 'info',
    failed ? 'failed' : 'answered',
    { ...fields, durationMs, coldStart, ...version },
    failure,
  );
  coldStart = false;
}

/** Outermost: takes the request id from the gateway, adds it and the common headers to the response, and logs one line. */
export const requestLog = ({ id: operation, path }: Operation) => {
  const begin = ({ event, internal }: MiddlewareRequest): void => {
    internal.requestId = requestIdOf(event);
    internal.headers = lowerCaseHeaders(event.headers);
    internal.startedAt = performance.now();
  };

  const finish = ({ response, internal }: MiddlewareRequest): void => {
    const { requestId, startedAt, code, workspaceId, failure } = internal;
    const result = response as APIGatewayProxyResult;
    const common = { ...COMMON_HEADERS, ...corsHeaders(path, internal.headers) };
    result.headers = { ...common, ...result.headers, [REQUEST_ID_HEADER]: requestId };
    logResponse({ requestId, operation, status: result.statusCode, code, startedAt, workspaceId, failure });
  };

  return middleware({ before: begin, after: finish, onError: finish });
};
