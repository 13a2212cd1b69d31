import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { readSettings } from '../shared/environment.ts';
import { ApiError } from '../shared/errors.ts';
import { errorBody } from '../shared/http/errorBody.ts';
import { COMMON_HEADERS, PREFLIGHT_HEADERS, REQUEST_ID_HEADER } from '../shared/http/headers.ts';
import { log } from '../shared/log.ts';

const settings = readSettings('siteUrl', 'allowedMethods');
/** Allowed methods by path, as the stack derived them from the operations: `{"/v1/keys": "GET, OPTIONS"}`. */
const allowedMethods: Record<string, string> = JSON.parse(settings.allowedMethods);

/** Answers what no operation does: preflights, wrong methods (405) and unknown paths (404). */
export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const allow = allowedMethods[event.resource];
  const result = allow !== undefined && event.httpMethod === 'OPTIONS' ? preflight(allow) : refusal(event, allow);
  const requestId = event.requestContext.extendedRequestId ?? event.requestContext.requestId;
  log('info', 'answered', { requestId, operation: 'fallback', status: result.statusCode });
  return { ...result, headers: { ...COMMON_HEADERS, ...result.headers, [REQUEST_ID_HEADER]: requestId } };
}

const preflight = (allow: string): APIGatewayProxyResult => ({
  statusCode: 204,
  headers: { ...PREFLIGHT_HEADERS, 'Access-Control-Allow-Methods': allow, Allow: allow },
  body: '',
});

function refusal(event: APIGatewayProxyEvent, allow: string | undefined): APIGatewayProxyResult {
  const error =
    allow === undefined
      ? new ApiError('NOT_FOUND', 'There is nothing at this path.')
      : new ApiError('METHOD_NOT_ALLOWED', `This path answers ${allow}.`, { headers: { Allow: allow } });
  const requestId = event.requestContext.extendedRequestId ?? event.requestContext.requestId;
  return {
    statusCode: error.status,
    headers: { ...error.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(errorBody(error, settings.siteUrl, requestId)),
  };
}
