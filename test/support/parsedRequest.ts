import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError, ERROR_CODES } from '../../shared/contract/errors.ts';
import { OPERATIONS, type Operation, type OperationId } from '../../shared/contract/operations/index.ts';
import { body } from '../../shared/http/body.ts';
import type { MiddlewareRequest, PublicInput } from '../../shared/http/middleware.ts';
import { validation } from '../../shared/http/validation.ts';
import type { Json } from './json.ts';

export interface RequestParts {
  params?: Record<string, string>;
  /** All values of each parameter, as in API Gateway. */
  query?: Record<string, string[]>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged. */
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

export type ParsedInput = Omit<PublicInput<Operation>, 'params' | 'query' | 'body'> &
  Record<'params' | 'query' | 'body', Json>;

export interface Refusal {
  status: number;
  json: { code: string; message: string };
}

export const operationOf = (id: OperationId): Operation =>
  OPERATIONS.find((operation) => operation.id === id) as Operation;

/** A handler's input for a request, or its rejection, by the operation's own middleware without HTTP. */
export async function parseRequest(
  id: OperationId,
  parts: RequestParts,
): Promise<{ input: ParsedInput } | { refusal: Refusal }> {
  const { params = {}, query, json } = parts;
  const headers = json === undefined ? (parts.headers ?? {}) : { 'content-type': 'application/json', ...parts.headers };
  const bytes = Buffer.from(json === undefined ? (parts.body ?? '') : JSON.stringify(json));
  const event = {
    pathParameters: params,
    multiValueQueryStringParameters: query ?? null,
    body: bytes.length === 0 ? null : bytes.toString('base64'),
    isBase64Encoded: bytes.length > 0,
  } as unknown as APIGatewayProxyEvent;
  const request = { event, internal: { headers } } as unknown as MiddlewareRequest;
  const operation = operationOf(id);
  try {
    await body(operation).before?.(request as never);
    await validation(operation).before?.(request as never);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message } = error;
    return { refusal: { status: ERROR_CODES[code].status, json: { code, message } } };
  }
  return { input: request.event as unknown as ParsedInput };
}

/**
 * The parsed request.
 * @throws Error if it is rejected
 */
export async function inputOf(id: OperationId, parts: RequestParts): Promise<ParsedInput> {
  const result = await parseRequest(id, parts);
  if ('refusal' in result) throw new Error(`${id} refused a right request: ${result.refusal.json.message}`);
  return result.input;
}

/**
 * The rejection of a request.
 * @throws Error if it is accepted
 */
export async function refusalOf(id: OperationId, parts: RequestParts): Promise<Refusal> {
  const result = await parseRequest(id, parts);
  if ('input' in result) throw new Error(`${id} took ${JSON.stringify(result.input.body)}`);
  return result.refusal;
}
