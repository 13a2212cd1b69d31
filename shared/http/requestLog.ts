import type { APIGatewayProxyResult } from 'aws-lambda';
import { log } from '../log.ts';
import { type Exchange, lowerCaseHeaders, part } from './exchange.ts';
import { COMMON_HEADERS, REQUEST_ID_HEADER } from './headers.ts';

/** Outermost: takes the request's id from the gateway, puts it on the response, and writes one line. */
export const requestLog = (operationId: string) => {
  const begin = ({ event, internal }: Exchange): void => {
    // The extended id is the gateway's own; a caller can set X-Amzn-RequestId, but not this one.
    internal.requestId = event.requestContext.extendedRequestId ?? event.requestContext.requestId;
    internal.headers = lowerCaseHeaders(event.headers);
    internal.startedAt = performance.now();
  };

  const finish = ({ response, internal, error }: Exchange): void => {
    const result = response as APIGatewayProxyResult;
    result.headers = { ...COMMON_HEADERS, ...result.headers, [REQUEST_ID_HEADER]: internal.requestId };
    const fields = {
      requestId: internal.requestId,
      operation: operationId,
      status: result.statusCode,
      durationMs: Math.round(performance.now() - internal.startedAt),
      workspaceId: internal.workspaceId,
    };
    if (result.statusCode >= 500 || internal.failure !== undefined)
      log('error', 'failed', fields, internal.failure ?? error);
    else log('info', 'answered', fields);
  };

  return part({ before: begin, after: finish, onError: finish });
};
