import type { APIGatewayProxyResult } from 'aws-lambda';
import { ApiError } from '../shared/contract/errors.ts';
import { COMMON_HEADERS, PREFLIGHT_HEADERS, REQUEST_ID_HEADER } from '../shared/contract/headers.ts';
import { errorBody } from '../shared/http/errorBody.ts';
import type { HttpFunction } from '../shared/http/middleware.ts';
import { logResponse, requestIdOf } from '../shared/http/requestLog.ts';
import { fromEnvironment, type SettingValues } from '../shared/runtime/environment.ts';

type Dependencies = SettingValues<'siteUrl' | 'allowedMethods'>;

/** Handles requests without an operation: preflights, wrong methods (405) and unknown paths (404). */
export const createHandler =
  ({ siteUrl, allowedMethods }: Dependencies): HttpFunction =>
  async (event) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(event);
    const allow = allowedMethods[event.resource];
    const error = allow === undefined || event.httpMethod !== 'OPTIONS' ? errorFor(allow) : undefined;
    const result = error ? refusal(error, siteUrl, requestId) : preflight(allow ?? '');
    logResponse({ requestId, operation: 'fallback', status: result.statusCode, code: error?.code, startedAt });
    return { ...result, headers: { ...COMMON_HEADERS, ...result.headers, [REQUEST_ID_HEADER]: requestId } };
  };

export const handler = fromEnvironment(['siteUrl', 'allowedMethods'], createHandler);

const errorFor = (allow: string | undefined): ApiError =>
  allow === undefined
    ? new ApiError('NOT_FOUND', 'There is nothing at this path.')
    : new ApiError('METHOD_NOT_ALLOWED', `This path supports ${allow}.`, { headers: { Allow: allow } });

const preflight = (allow: string): APIGatewayProxyResult => ({
  statusCode: 204,
  headers: { ...PREFLIGHT_HEADERS, 'Access-Control-Allow-Methods': allow, Allow: allow },
  body: '',
});

const refusal = (error: ApiError, siteUrl: string, requestId: string): APIGatewayProxyResult => ({
  statusCode: error.status,
  headers: { ...error.headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(errorBody(error, siteUrl, requestId)),
});
