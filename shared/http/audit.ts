import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../contract/errors.ts';
import { isAnyId, isId } from '../contract/ids.ts';
import type { Operation } from '../contract/operations/define.ts';
import { newId } from '../runtime/newId.ts';
import { addEntry, type NewEntry } from '../storage/audit/addEntry.ts';
import type { TableAccess } from '../storage/table/table.ts';
import { endpointIdOfWebhook } from '../storage/webhooks/webhookKeys.ts';
import { COUNTRY_HEADER, CustomResponse, type MiddlewareRequest, middleware } from './middleware.ts';

/** After a failure, the response waits at most this long for the entry: less than the time between deadline and time limit. */
const FAILED_WAIT_MAX_MS = 300;

/** The parsed request, and the handler's result if it has one. */
interface Exchange {
  params?: { id?: unknown; endpointId?: unknown };
  body?: Record<string, unknown>;
  result?: { id?: unknown; endpointId?: unknown; results?: { id: string; status: string }[] };
}

/**
 * Adds an entry to the audit log for every request that the handler has executed, before the response. If that fails, so
 * does the request. A request that failed unexpectedly after it began may have changed something: it is recorded as
 * uncertain.
 */
export const audit = (operation: Operation, { table }: { table: Pick<TableAccess, 'put'> }) => {
  const record = async ({ event, internal }: MiddlewareRequest, result?: Exchange['result']): Promise<void> => {
    if (!internal.began) return;
    const { params = {}, body = {} } = event as unknown as Exchange;
    const country = internal.headers[COUNTRY_HEADER] ?? '';
    internal.auditId ??= newId('auditEntry');
    const entry: NewEntry = {
      actor: internal.began.memberId ?? internal.began.keyId,
      operation: operation.id,
      ...objectsOf({ params, body, ...(result && { result }) }),
      ...(operation.method === 'PUT' &&
        listed(
          'fields',
          Object.keys(body).filter((name) => name !== 'ids'),
        )),
      ...(!result && { isUncertain: true }),
      requestId: internal.requestId,
      ...(/^[A-Z]{2}$/.test(country) && { country }),
    };
    await addEntry(table, internal.began.workspaceId, entry, internal.auditId);
  };

  const begin = (request: MiddlewareRequest): void => {
    request.internal.recordResult = (response) =>
      record(request, (response instanceof CustomResponse ? response.value : response) as object);
  };

  const recordFailure = async (request: MiddlewareRequest): Promise<void> => {
    if (request.error instanceof ApiError && request.error.status < 500) return;
    const recorded = record(request).catch(() => {});
    await Promise.race([recorded, sleep(FAILED_WAIT_MAX_MS, undefined, { ref: false })]);
  };

  return middleware({ before: begin, onError: recordFailure });
};

const listed = <Name extends string>(name: Name, values: string[]): Partial<Record<Name, string[]>> =>
  values.length > 0 ? ({ [name]: values } as Record<Name, string[]>) : {};

/**
 * The ids of what is named in the path or was created, of its endpoint, and of submissions that were changed. Only ids:
 * callers can send any text in their place.
 */
function objectsOf({ params = {}, body = {}, result = {} }: Exchange): Partial<NewEntry> {
  const object = [params.id, params.endpointId, result.id].find(isAnyId);
  const ofWebhook = isId('webhook', object) ? endpointIdOfWebhook(object) : undefined;
  const endpointId = [params.endpointId, result.endpointId, body.endpointId, ofWebhook, object].find((id) =>
    isId('endpoint', id),
  );
  const changed = result.results?.filter(({ status }) => status !== 'notFound').map(({ id }) => id) ?? body.ids;
  return {
    ...(object && { object }),
    ...(endpointId && { endpointId }),
    ...listed('submissionIds', Array.isArray(changed) ? changed.filter((id) => isId('submission', id)) : []),
  };
}
