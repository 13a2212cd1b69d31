import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ApiError } from '../shared/contract/errors.ts';
import { COMMON_HEADERS, PREFLIGHT_HEADERS, REQUEST_ID_HEADER } from '../shared/contract/headers.ts';
import { errorBody } from '../shared/http/errorBody.ts';
import { logAnswer, requestIdOf } from '../shared/http/requestLog.ts';
import { readSettings } from '../shared/runtime/environment.ts';

const settings = readSettings('siteUrl', 'allowedMethods');
/** Allowed methods by path, as the stack derived them from the operations: `{"/v1/keys": "GET, OPTIONS"}`. */
const allowedMethods: Record<string, string> = JSON.parse(settings.allowedMethods);

/** Answers what no operation does: preflights, wrong methods (405) and unknown paths (404). */
export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const startedAt = performance.now();
  const requestId = requestIdOf(event);
  const allow = allowedMethods[event.resource];
  const error = allow === undefined || event.httpMethod !== 'OPTIONS' ? errorFor(allow) : undefined;
  const result = error ? refusal(error, requestId) : preflight(allow ?? '');
  logAnswer({ requestId, operation: 'fallback', status: result.statusCode, code: error?.code, startedAt });
  return { ...result, headers: { ...COMMON_HEADERS, ...result.headers, [REQUEST_ID_HEADER]: requestId } };
}

const errorFor = (allow: string | undefined): ApiError =>
  allow === undefined
    ? new ApiError('NOT_FOUND', 'There is nothing at this path.')
    : new ApiError('METHOD_NOT_ALLOWED', `This path answers ${allow}.`, { headers: { Allow: allow } });

const preflight = (allow: string): APIGatewayProxyResult => ({
  statusCode: 204,
  headers: { ...PREFLIGHT_HEADERS, 'Access-Control-Allow-Methods': allow, Allow: allow },
  body: '',
});

const refusal = (error: ApiError, requestId: string): APIGatewayProxyResult => ({
  statusCode: error.status,
  headers: { ...error.headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(errorBody(error, settings.siteUrl, requestId)),
});
