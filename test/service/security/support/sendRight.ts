import type { Operation } from '../../../../shared/contract/operations/index.ts';
import { type Own, pathWith, rightRequest } from '../../../support/rightRequests.ts';
import { type Answer, type RequestOptions, send } from '../../../support/service.ts';

/**
 * Sends a right request of an operation, by the key that may do everything unless something else is said. It asks for
 * JSON, which what leads browsers on to an address answers instead.
 */
export function sendRight(operation: Operation, own: Own, options: RequestOptions = { key: own.key }): Promise<Answer> {
  const { params, json } = rightRequest(operation, own);
  return send(operation.method, pathWith(operation, params), {
    ...(json ? { json } : {}),
    ...options,
    headers: { Accept: 'application/json', ...options.headers },
  });
}
