import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { ApiError, type ErrorDocument } from '../contract/errors.ts';
import { formPageOf, inLanguageOf, thankYouUrl } from '../contract/formPages.ts';
import { type Operation, takesForms } from '../contract/operations/define.ts';
import { locationHeader } from '../contract/webUrl.ts';
import { FUNCTION_RESULT_BYTES_MAX } from '../runtime/awsLimits.ts';
import { StorageUnavailable } from '../storage/table/failures.ts';
import { errorBody } from './errorBody.ts';
import { CustomResponse, type MiddlewareRequest, middleware, type RequestState } from './middleware.ts';
import { asksForJson, isPersonsBrowser } from './whoIsAsking.ts';

/** Turns the handler's result or error into the HTTP response: JSON, or a redirect for a browser. */
export const respond = (operation: Operation, siteUrl: string) => {
  /** True to redirect: the response to a form that a person sent. A request for validation only comes from a script. */
  const isForPerson = ({ headers, isValidation }: RequestState): boolean =>
    takesForms(operation) && !isValidation && isPersonsBrowser(headers);

  /** True if the response is a redirect to a URL set by the handler, for clients that do not accept JSON. */
  const isSentOn = (
    response: CustomResponse,
    { headers }: RequestState,
  ): response is CustomResponse & { redirectUrl: string } =>
    operation.redirectStatus !== undefined && response.redirectUrl !== undefined && !asksForJson(headers.accept ?? '');

  /** The URL after a form: pages of the site in the language that the form names. */
  const onward = (redirectUrl: string, { query }: RequestState): string => {
    const url = locationHeader(redirectUrl) ?? thankYouUrl(siteUrl);
    return url.startsWith(`${siteUrl}/`) ? inLanguageOf(url, query) : url;
  };

  const begin = ({ event, internal }: MiddlewareRequest): void => {
    const [wanted] = event.multiValueQueryStringParameters?.validate ?? [];
    internal.path = event.path;
    internal.query = event.multiValueQueryStringParameters;
    internal.isValidation = operation.validationResponse !== undefined && wanted === 'only';
  };

  const succeed = (request: MiddlewareRequest): void => {
    const response =
      request.response instanceof CustomResponse ? request.response : new CustomResponse(request.response, {});
    if (response.isValidation && operation.validationResponse) {
      request.response = json(200, operation.validationResponse.parse(response.value), response.headers);
      return;
    }
    const body = operation.response.parse(response.value);
    request.response =
      response.redirectUrl !== undefined && isForPerson(request.internal)
        ? response.page
          ? page(operation.status, response.page, response.headers)
          : redirectTo(onward(response.redirectUrl, request.internal), 303, response.headers)
        : isSentOn(response, request.internal)
          ? redirectTo(response.redirectUrl, operation.redirectStatus)
          : json(operation.status, body, response.headers);
  };

  const fail = (request: MiddlewareRequest): void => {
    const { internal } = request;
    const error = asApiError(request.error);
    internal.code = error.code;
    if (error.status >= 500) internal.failure = request.error;
    request.response = isForPerson(internal)
      ? forBrowser(error, siteUrl, internal)
      : json(error.status, errorBody(error, siteUrl, internal.requestId), error.headers);
  };

  return middleware({ before: begin, after: succeed, onError: fail });
};

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return error instanceof StorageUnavailable
    ? new ApiError('GATEWAY_TIMEOUT', 'The service is too busy to respond in time: try again in a moment.')
    : ApiError.unexpected();
}

/** The error's own page, or the site's page for its code. */
function forBrowser(
  { status, code, page: pagePath, document }: ApiError,
  siteUrl: string,
  { path, query }: RequestState,
): APIGatewayProxyResult {
  const own = document?.(path);
  if (!own) return redirectTo(inLanguageOf(siteUrl + (pagePath ?? formPageOf(code)), query));
  return page(status, own);
}

const page = (statusCode: number, { headers, html }: ErrorDocument, others = {}): APIGatewayProxyResult => ({
  statusCode,
  headers: { ...others, ...headers, 'Content-Type': 'text/html; charset=utf-8' },
  body: html,
});

/** 303 See Other: the browser continues with a GET. */
const redirectTo = (location: string, statusCode = 303, headers = {}): APIGatewayProxyResult => ({
  statusCode,
  headers: { ...headers, Location: location },
  body: '',
});

/**
 * The function's result is JSON itself, in which each quote and backslash of the body takes another byte.
 * @throws ApiError PAYLOAD_TOO_LARGE if it would be too large, which AWS Lambda counts as a failure of the function
 */
function json(statusCode: number, value: unknown, headers: Record<string, string>): APIGatewayProxyResult {
  const body = JSON.stringify(value);
  const result = { statusCode, headers: { ...headers, 'Content-Type': 'application/json' }, body };
  if (Buffer.byteLength(body) * 2 < RESULT_BYTES_MAX || Buffer.byteLength(JSON.stringify(body)) < RESULT_BYTES_MAX)
    return result;
  // Gzipped and in base64, even 100 submissions of 50,000 random characters fit: 6.6 bits per printable character, 4/3
  // for base64.
  const packed = gzipSync(body, { level: 1 }).toString('base64');
  if (packed.length > RESULT_BYTES_MAX) {
    throw new ApiError('PAYLOAD_TOO_LARGE', 'The response would be larger than 6 MB: ask for fewer items by `limit`.');
  }
  const gzipped = { ...result.headers, 'Content-Encoding': 'gzip' };
  return { ...result, headers: gzipped, body: packed, isBase64Encoded: true };
}

/** AWS Lambda's limit for a result, minus 64 kB for headers and the envelope. */
const RESULT_BYTES_MAX = FUNCTION_RESULT_BYTES_MAX - 64 * 1024;
