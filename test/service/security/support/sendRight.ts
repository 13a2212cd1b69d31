import type { Operation } from '../../../../shared/contract/operations/index.ts';
import { type Own, pathWith, rightRequest } from '../../../support/rightRequests.ts';
import { type RequestOptions, send, type TextResponse } from '../../../support/service.ts';

/**
 * Sends a valid request of an operation, by default with the key that can do everything. It asks for JSON, so that
 * operations do not redirect.
 */
export function sendRight(
  operation: Operation,
  own: Own,
  options: RequestOptions = { key: own.key },
): Promise<TextResponse> {
  const { params, json } = rightRequest(operation, own);
  return send(operation.method, pathWith(operation, params), {
    ...(json ? { json } : {}),
    ...options,
    headers: { Accept: 'application/json', ...options.headers },
  });
}
