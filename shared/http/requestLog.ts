import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { COMMON_HEADERS, REQUEST_ID_HEADER } from '../contract/headers.ts';
import { functionVersion } from '../runtime/environment.ts';
import { log } from '../runtime/log.ts';
import { lowerCaseHeaders, type MiddlewareRequest, middleware } from './middleware.ts';

/** The gateway's own id of a request; a caller can set X-Amzn-RequestId, but not this one. */
export const requestIdOf = ({ requestContext }: APIGatewayProxyEvent): string =>
  requestContext.extendedRequestId ?? requestContext.requestId;

/** What is known of an answered request. */
export interface Answered {
  requestId: string;
  operation: string;
  status: number;
  /** Reading of `performance.now()` when the function got the request. */
  startedAt: number;
  /** The error code, if it was answered by an error. */
  code?: string | undefined;
  workspaceId?: string | undefined;
  /** Why it failed, where that is not the caller's doing. */
  failure?: unknown;
}

/** Whether this instance has answered nothing before. */
let coldStart = true;

/** The one line of a request. */
export function logAnswer({ startedAt, failure, ...fields }: Answered): void {
  const durationMs = Math.round(performance.now() - startedAt);
  const failed = fields.status >= 500 || failure !== undefined;
  // By the version, CloudWatch counts the failures of a new one apart from those of the old one.
  const version = failed ? { functionVersion: functionVersion() } : {};
  log(
    failed ? 'error' : 'info',
    failed ? 'failed' : 'answered',
    { ...fields, durationMs, coldStart, ...version },
    failure,
  );
  coldStart = false;
}

/** Outermost: takes the request's id from the gateway, puts it on the response, and writes one line. */
export const requestLog = (operation: string) => {
  const begin = ({ event, internal }: MiddlewareRequest): void => {
    internal.requestId = requestIdOf(event);
    internal.headers = lowerCaseHeaders(event.headers);
    internal.startedAt = performance.now();
  };

  const finish = ({ response, internal }: MiddlewareRequest): void => {
    const { requestId, startedAt, code, workspaceId, failure } = internal;
    const result = response as APIGatewayProxyResult;
    result.headers = { ...COMMON_HEADERS, ...result.headers, [REQUEST_ID_HEADER]: requestId };
    logAnswer({ requestId, operation, status: result.statusCode, code, startedAt, workspaceId, failure });
  };

  return middleware({ before: begin, after: finish, onError: finish });
};
