import type { APIGatewayProxyResult } from 'aws-lambda';
import { ApiError } from '../shared/contract/errors.ts';
import { FORM_PAGES, inLanguageOf } from '../shared/contract/formPages.ts';
import { FORM_PATHS } from '../shared/contract/formPaths.ts';
import { preflightHeaders } from '../shared/contract/headers.ts';
import type { HttpFunction } from '../shared/http/middleware.ts';
import { type PlainRequest, plainFunction } from '../shared/http/plainFunction.ts';
import { opensPage } from '../shared/http/whoIsAsking.ts';
import { fromEnvironment, type SettingValues } from '../shared/runtime/environment.ts';

type Dependencies = SettingValues<'siteUrl' | 'allowedMethods'>;

/**
 * Handles requests without an operation: preflights, a form's URL that a person opens, wrong methods (405) and unknown
 * paths (404).
 */
export const createHandler = (dependencies: Dependencies): HttpFunction =>
  plainFunction('fallback', dependencies.siteUrl, async (request) => responseTo(request, dependencies));

export const handler = fromEnvironment(['siteUrl', 'allowedMethods'], createHandler);

function responseTo(
  { event, headers }: PlainRequest,
  { siteUrl, allowedMethods }: Dependencies,
): APIGatewayProxyResult {
  const { httpMethod, resource, multiValueQueryStringParameters: query } = event;
  const allow = allowedMethods[resource];
  if (allow === undefined) throw new ApiError('NOT_FOUND', 'There is nothing at this path.');
  if (httpMethod === 'OPTIONS') {
    const own = { 'Access-Control-Allow-Methods': allow, Allow: allow };
    return { statusCode: 204, headers: { ...preflightHeaders(resource, headers), ...own }, body: '' };
  }
  const isRead = httpMethod === 'GET' || httpMethod === 'HEAD';
  if (isRead && resource === FORM_PATHS.form && opensPage(headers))
    return { statusCode: 303, headers: { Location: inLanguageOf(siteUrl + FORM_PAGES.address, query) }, body: '' };
  throw new ApiError('METHOD_NOT_ALLOWED', `This path supports ${allow}.`, { headers: { Allow: allow } });
}
