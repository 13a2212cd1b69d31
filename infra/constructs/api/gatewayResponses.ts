import { ApiError, ERROR_CODES, type ErrorCode } from '../../../shared/contract/errors.ts';
import { gatewayErrorHeaders, namedOrigin, REQUEST_ID_HEADER } from '../../../shared/contract/headers.ts';
import { errorBody } from '../../../shared/http/errorBody.ts';

const OUR_SIDE = 'Something went wrong on our side';

/** Every error that the gateway generates: types, code, message and seconds to wait. */
const RESPONSES: [types: string[], ErrorCode, message: string, retryAfterSeconds?: number][] = [
  [['DEFAULT_4XX'], 'BAD_REQUEST', 'The request is malformed.'],
  [['BAD_REQUEST_BODY'], 'BAD_REQUEST', 'The body is malformed.'],
  [['BAD_REQUEST_PARAMETERS'], 'BAD_REQUEST', 'A parameter is malformed.'],
  [['UNAUTHORIZED'], 'UNAUTHORIZED', 'A valid API key is needed.'],
  [['ACCESS_DENIED', 'EXPIRED_TOKEN', 'INVALID_API_KEY', 'INVALID_SIGNATURE'], 'FORBIDDEN', 'This is not allowed.'],
  [['WAF_FILTERED'], 'FORBIDDEN', 'This request was blocked.'],
  // The second is for an unknown path.
  [['RESOURCE_NOT_FOUND', 'MISSING_AUTHENTICATION_TOKEN'], 'NOT_FOUND', 'There is nothing at this path.'],
  [['REQUEST_TOO_LARGE'], 'PAYLOAD_TOO_LARGE', 'The body is too large.'],
  [['UNSUPPORTED_MEDIA_TYPE'], 'UNSUPPORTED_MEDIA_TYPE', 'The content type is not accepted.'],
  [['THROTTLED'], 'TOO_MANY_REQUESTS', 'Too many requests: try again in a moment.', 1],
  [['QUOTA_EXCEEDED'], 'TOO_MANY_REQUESTS', 'Too many requests: try again later.', 3_600],
  [['DEFAULT_5XX', 'INTEGRATION_FAILURE'], 'INTERNAL_SERVER_ERROR', `${OUR_SIDE}: try again in a moment.`],
  [
    ['API_CONFIGURATION_ERROR', 'AUTHORIZER_FAILURE', 'AUTHORIZER_CONFIGURATION_ERROR'],
    'INTERNAL_SERVER_ERROR',
    `${OUR_SIDE}.`,
  ],
  [['INTEGRATION_TIMEOUT'], 'GATEWAY_TIMEOUT', 'The service could not respond in time: try again in a moment.'],
];

/**
 * The request's header `Origin`, for pages whose scripts send forms with credentials. Errors contain nothing secret, and a
 * mapping cannot have conditions, so it is the same for all paths; without the header there is none in the response. In
 * lower case, as browsers send it by HTTP/2 (API Gateway, "x-amazon-apigateway-gateway-responses.responseParameters").
 */
const SENT_ORIGIN = 'method.request.header.origin';

/** The gateway's own errors with the contract's four fields, the request id and the common headers. */
export const gatewayResponses = (siteUrl: string): Record<string, object> =>
  Object.fromEntries(
    RESPONSES.flatMap(([types, ...response]) => types.map((type) => [type, gatewayResponse(siteUrl, ...response)])),
  );

function gatewayResponse(siteUrl: string, code: ErrorCode, message: string, retryAfterSeconds?: number): object {
  const headers = { ...gatewayErrorHeaders(code, { siteUrl, retryAfterSeconds }), ...namedOrigin(SENT_ORIGIN) };
  const mapped = Object.entries(headers).map(([name, value]) => [name, value === SENT_ORIGIN ? value : `'${value}'`]);
  // Mapping expressions support the templates' context variables, including this one (API Gateway, "Variables for data
  // transformations").
  const all = [...mapped, [REQUEST_ID_HEADER, 'context.extendedRequestId']];
  return {
    statusCode: String(ERROR_CODES[code].status),
    responseParameters: Object.fromEntries(all.map(([name, value]) => [`gatewayresponse.header.${name}`, value])),
    responseTemplates: {
      'application/json': JSON.stringify(errorBody(new ApiError(code, message), siteUrl, '$context.extendedRequestId')),
    },
  };
}
