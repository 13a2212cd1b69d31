import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ApiError } from '../shared/contract/errors.ts';
import { HOPS_HEADER } from '../shared/contract/headers.ts';
import { MCP_BODY_BYTES_MAX } from '../shared/contract/limits.ts';
import { MCP_PATH } from '../shared/contract/mcpPath.ts';
import { verifyKey } from '../shared/contract/operations/keys.ts';
import type { Key } from '../shared/contract/schemas/keys/key.ts';
import { secretIn, unauthorized } from '../shared/http/bearer.ts';
import { bytesOf } from '../shared/http/body.ts';
import type { HttpFunction } from '../shared/http/middleware.ts';
import { type PlainRequest, plainFunction } from '../shared/http/plainFunction.ts';
import { decodeUtf8 } from '../shared/http/utf8.ts';
import { Api, Refused } from '../shared/mcp/api.ts';
import { serveMcp } from '../shared/mcp/serveMcp.ts';
import { toolsOf } from '../shared/mcp/tools.ts';
import { fromEnvironment, type SettingValues } from '../shared/runtime/environment.ts';

type Dependencies = SettingValues<'siteUrl' | 'apiUrl'>;

/** API Gateway waits 29 s. */
const CALLS_MS_MAX = 27_000;

/**
 * Serves the tools for assistants. It has no rights: it calls the API's operations with the caller's key, as other clients
 * do.
 */
export const createHandler = ({ siteUrl, apiUrl }: Dependencies): HttpFunction =>
  plainFunction('mcp', siteUrl, async ({ event, headers, requestId, logged }) => {
    const ownUrl = apiUrl.replace('{apiId}', event.requestContext.apiId);
    requireAssistant(headers, [siteUrl, ownUrl]);
    const secret = secretIn(headers);
    const body = textOf(event);
    const api = new Api({
      apiUrl: ownUrl,
      siteUrl,
      authorization: `Bearer ${secret}`,
      requestId,
      signal: AbortSignal.timeout(CALLS_MS_MAX),
    });
    const key = await keyOf(secret, api);
    logged.workspaceId = key.workspaceId;
    if (/^\s*\[/.test(body)) return BATCH_REFUSED;
    const request = new Request(api.apiUrl + MCP_PATH, { method: 'POST', headers: protocolHeaders(headers), body });
    const response = await serveMcp(request, { tools: toolsOf(key), api, logged });
    return { statusCode: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  });

export const handler = fromEnvironment(['siteUrl', 'apiUrl'], createHandler);

/** Pages of other sites and deliveries of webhooks, whose headers the service sends, are not assistants. */
function requireAssistant({ origin, ...headers }: PlainRequest['headers'], own: readonly string[]): void {
  if (origin !== undefined && !own.some((url) => new URL(url).origin === origin))
    throw new ApiError('FORBIDDEN', 'Pages of other websites cannot call tools: send no header Origin.');
  if (headers[HOPS_HEADER.toLowerCase()]) throw new ApiError('FORBIDDEN', 'Webhooks cannot call tools.');
}

function textOf(event: APIGatewayProxyEvent): string {
  const bytes = bytesOf(event);
  if (bytes.length <= MCP_BODY_BYTES_MAX) return decodeUtf8(bytes);
  throw new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The body has ${bytes.length} bytes; at most ${MCP_BODY_BYTES_MAX} are accepted.`,
  );
}

/** @throws ApiError with the API's error */
async function keyOf(secret: string, api: Api): Promise<Key> {
  try {
    return (await api.call(verifyKey, { key: secret })) as Key;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw error.status === 401 ? unauthorized() : new ApiError(error.body.code, error.body.message);
  }
}

const protocolHeaders = (headers: PlainRequest['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value = '']) =>
    /^(?:mcp-[\w-]+|accept|content-type)$/.test(name) && /^[ -~]*$/.test(value) ? [[name, value]] : [],
  );

/** Revisions since 2025-06-18 have no batches. */
const BATCH_REFUSED: APIGatewayProxyResult = {
  statusCode: 400,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: 'Batches are not supported: send one message.' },
  }),
};
