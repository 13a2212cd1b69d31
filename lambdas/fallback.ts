import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ApiError } from '../shared/contract/errors.ts';
import { FORM_PAGES, inLanguageOf } from '../shared/contract/formPages.ts';
import { FORM_PATHS } from '../shared/contract/formPaths.ts';
import { COMMON_HEADERS, corsHeaders, preflightHeaders, REQUEST_ID_HEADER } from '../shared/contract/headers.ts';
import { errorBody } from '../shared/http/errorBody.ts';
import { type HttpFunction, lowerCaseHeaders } from '../shared/http/middleware.ts';
import { logResponse, requestIdOf } from '../shared/http/requestLog.ts';
import { opensPage } from '../shared/http/whoIsAsking.ts';
import { fromEnvironment, type SettingValues } from '../shared/runtime/environment.ts';

type Dependencies = SettingValues<'siteUrl' | 'allowedMethods'>;

/**
 * Handles requests without an operation: preflights, a form's URL that a person opens, wrong methods (405) and unknown
 * paths (404).
 */
export const createHandler =
  (dependencies: Dependencies): HttpFunction =>
  async (event) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(event);
    const headers = lowerCaseHeaders(event.headers);
    const response = responseTo(event, headers, dependencies);
    const error = response instanceof ApiError ? response : undefined;
    const result = response instanceof ApiError ? refusal(response, dependencies.siteUrl, requestId) : response;
    logResponse({ requestId, operation: 'fallback', status: result.statusCode, code: error?.code, startedAt });
    const common = { ...COMMON_HEADERS, ...corsHeaders(event.resource, headers) };
    return { ...result, headers: { ...common, ...result.headers, [REQUEST_ID_HEADER]: requestId } };
  };

export const handler = fromEnvironment(['siteUrl', 'allowedMethods'], createHandler);

function responseTo(
  { httpMethod, resource, multiValueQueryStringParameters: query }: APIGatewayProxyEvent,
  headers: ReturnType<typeof lowerCaseHeaders>,
  { siteUrl, allowedMethods }: Dependencies,
): APIGatewayProxyResult | ApiError {
  const allow = allowedMethods[resource];
  if (allow === undefined) return new ApiError('NOT_FOUND', 'There is nothing at this path.');
  if (httpMethod === 'OPTIONS') {
    const own = { 'Access-Control-Allow-Methods': allow, Allow: allow };
    return { statusCode: 204, headers: { ...preflightHeaders(resource, headers), ...own }, body: '' };
  }
  const isRead = httpMethod === 'GET' || httpMethod === 'HEAD';
  if (isRead && resource === FORM_PATHS.form && opensPage(headers))
    return { statusCode: 303, headers: { Location: inLanguageOf(siteUrl + FORM_PAGES.address, query) }, body: '' };
  return new ApiError('METHOD_NOT_ALLOWED', `This path supports ${allow}.`, { headers: { Allow: allow } });
}

const refusal = (error: ApiError, siteUrl: string, requestId: string): APIGatewayProxyResult => ({
  statusCode: error.status,
  headers: { ...error.headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(errorBody(error, siteUrl, requestId)),
});
