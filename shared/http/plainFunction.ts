import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';
import { COMMON_HEADERS, corsHeaders, REQUEST_ID_HEADER } from '../contract/headers.ts';
import { errorBody } from './errorBody.ts';
import { type HttpFunction, lowerCaseHeaders } from './middleware.ts';
import { type LoggedResponse, logResponse, requestIdOf } from './requestLog.ts';

export interface PlainRequest {
  event: APIGatewayProxyEvent;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  requestId: string;
  /** More about the request for the log. */
  logged: Pick<LoggedResponse, 'workspaceId' | 'tool' | 'failure'>;
}

/**
 * Makes a function behind the gateway that serves no operation: with the common headers, one log line, and errors as
 * the API's.
 */
export const plainFunction =
  (name: string, siteUrl: string, respond: (request: PlainRequest) => Promise<APIGatewayProxyResult>): HttpFunction =>
  async (event) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(event);
    const headers = lowerCaseHeaders(event.headers);
    const logged: PlainRequest['logged'] = {};
    const { result, code, failure } = await outcomeOf(
      respond({ event, headers, requestId, logged }),
      siteUrl,
      requestId,
    );
    logResponse({ requestId, operation: name, status: result.statusCode, code, startedAt, failure, ...logged });
    const common = { ...COMMON_HEADERS, ...corsHeaders(event.resource, headers) };
    return { ...result, headers: { ...common, ...result.headers, [REQUEST_ID_HEADER]: requestId } };
  };

interface Outcome {
  result: APIGatewayProxyResult;
  code?: string;
  failure?: unknown;
}

async function outcomeOf(
  response: Promise<APIGatewayProxyResult>,
  siteUrl: string,
  requestId: string,
): Promise<Outcome> {
  try {
    return { result: await response };
  } catch (failure) {
    if (failure instanceof ApiError) return { result: refusal(failure, siteUrl, requestId), code: failure.code };
    const error = ApiError.unexpected();
    return { result: refusal(error, siteUrl, requestId), code: error.code, failure };
  }
}

const refusal = (error: ApiError, siteUrl: string, requestId: string): APIGatewayProxyResult => ({
  statusCode: error.status,
  headers: { ...error.headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(errorBody(error, siteUrl, requestId)),
});
