import { computed, signal } from '@preact/signals';
import type * as z from 'zod/mini';
import { IDEMPOTENCY_KEY_HEADER, REQUEST_ID_HEADER } from '../../../shared/contract/headers.ts';
import type { OperationId, OperationsById } from '../../../shared/contract/operations/index.ts';
import { isRepeatable } from '../../../shared/contract/operations/repeatable.ts';
import { TEXTS } from '../texts/texts.ts';
import { asFailure, RequestFailed } from './requestFailed.ts';
import type { RequestParts } from './requestParts.ts';

/** Written into the bundle. Responses are typed and not validated again, so the bundle contains no schemas. */
declare const REQUEST_PARTS: Record<OperationId, RequestParts>;

/** The API's URL without a trailing slash. */
export const apiUrl = document.querySelector<HTMLMetaElement>('meta[name="api-url"]')?.content ?? '';

/** The API key of requests. */
export const secret = signal<string | undefined>();

/** True if the API rejected the key because it expired or was revoked. */
export const isRefused = signal(false);

/** True if the last request reached the API. */
export const isReachable = signal(true);

type Body<Id extends OperationId> = z.input<OperationsById[Id]['body']>;
type Answer<Id extends OperationId> = z.output<OperationsById[Id]['response']>;

export interface RequestOptions<Id extends OperationId> {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: Body<Id>;
  signal?: AbortSignal | undefined;
  /** The key to use instead of that of the session. */
  as?: string;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
}

/** The gateway answers within 30 s: later, the connection is gone. */
const RESPONSE_MAX_MS = 45_000;
/** Attempts at requests that were throttled, or that timed out and are repeatable. */
const ATTEMPTS = 3;
const RETRY_DELAY_MS = 1_000;
/** Waits from this length are shown to the user. */
const LONG_DELAY_MS = 3_000;
/** The longest wait: the API's limits per key end with the minute. A longer `Retry-After` is shown as a failure. */
const DELAY_MAX_MS = 60_000;

/** Names of creations that may have been executed, by path and body: the same again creates nothing twice. */
const unfinished = new Map<string, string>();

/** Creations in progress: the same again, as after its form was closed, has their response. */
const underWay = new Map<string, ReturnType<typeof send>>();

const longDelays = signal(0);

/** True if a request waits because of the API's limits per key and minute. */
export const isThrottled = computed(() => longDelays.value > 0);

/**
 * Calls an operation.
 * @throws RequestFailed
 */
export async function call<Id extends OperationId>(id: Id, options: RequestOptions<Id> = {}): Promise<Answer<Id>> {
  return (await callForHeaders(id, options)).answer;
}

/**
 * Deletes something that may already be deleted: an earlier request, whose response was lost, may have deleted it.
 * @throws RequestFailed
 */
export async function remove<Id extends OperationId>(id: Id, options: RequestOptions<Id>): Promise<void> {
  try {
    await call(id, options);
  } catch (error) {
    if (asFailure(error).code !== 'NOT_FOUND') throw error;
  }
}

/** Calls an operation that also returns data in headers. */
export async function callForHeaders<Id extends OperationId>(
  id: Id,
  options: RequestOptions<Id> = {},
): Promise<{ answer: Answer<Id>; headers: Headers }> {
  const parts = REQUEST_PARTS[id];
  if (!parts.repeated) return send(parts, options);
  const creation = `${parts.path} ${JSON.stringify([options.params, options.body])}`;
  const sent = underWay.get(creation) ?? send(parts, options, creation).finally(() => underWay.delete(creation));
  underWay.set(creation, sent);
  return sent as ReturnType<typeof callForHeaders<Id>>;
}

async function send<Id extends OperationId>(parts: RequestParts, options: RequestOptions<Id>, creation?: string) {
  const idempotencyKey = creation && (unfinished.get(creation) ?? crypto.randomUUID());
  if (creation && idempotencyKey) unfinished.set(creation, idempotencyKey);
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await request(parts, options, idempotencyKey);
      const answer = await response.json().catch(() => undefined);
      options.signal?.throwIfAborted();
      if (!isObject(answer)) throw new RequestFailed({ message: TEXTS.failure.answer, ...idOf(response) });
      if (creation) unfinished.delete(creation);
      forgetStale(parts, options.params);
      return { answer: answer as Answer<Id>, headers: response.headers };
    } catch (error) {
      if (!(error instanceof RequestFailed) || attempt === ATTEMPTS || !isWorthRetrying(parts, options.body, error))
        throw error;
      await delay(error.retryAfterMs ?? RETRY_DELAY_MS * attempt, options.signal);
    }
  }
}

/** The item in a repetition's response may have changed since, or be deleted, even with its endpoint. */
function forgetStale({ method, path }: RequestParts, { id }: Record<string, string> = {}): void {
  if (!/^(PUT|DELETE)|\/delete$/.test(method + path)) return;
  const kind = path.replace(/s?\/{.*/, ' ');
  for (const creation of unfinished.keys()) {
    // Submissions are created at `/v1/f/{endpointId}`.
    const isOfKind = creation.replace('f/', 'submission ').startsWith(kind);
    if (isOfKind || (method === 'DELETE' && creation.includes(`"${id}"`))) unfinished.delete(creation);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

async function request(
  { method, path, permission }: RequestParts,
  { params = {}, query = {}, body, signal: abort, as, keepalive = false }: RequestOptions<OperationId>,
  idempotencyKey: string | undefined,
): Promise<Response> {
  const place = path
    .split('/')
    .map((part) => filledIn(part, params))
    .join('/');
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const usedSecret = permission === 'public' ? undefined : (as ?? secret.peek());
  const init: RequestInit = {
    method,
    keepalive,
    referrerPolicy: 'no-referrer',
    headers: {
      // Asks for a file's URL: a page may not follow the redirect.
      Accept: 'application/json',
      ...(usedSecret !== undefined && { Authorization: `Bearer ${usedSecret}` }),
      ...(idempotencyKey && { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: abort ?? null,
  };
  const response = await reach(`${apiUrl}${place}${search && `?${search}`}`, init);
  if (response.ok) return response;
  const failure = await failureOf(response);
  if (failure.status === 401 && usedSecret === secret.peek()) isRefused.value = true;
  throw failure;
}

const filledIn = (part: string, params: Record<string, string>): string =>
  part.startsWith('{') ? encodeURIComponent(params[part.slice(1, -1)] ?? '') : part;

/**
 * Sends a request to the API or to this page's site.
 * @throws RequestFailed
 */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    const limit = AbortSignal.timeout(RESPONSE_MAX_MS);
    const response = await fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
    isReachable.value = true;
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    isReachable.value = false;
    throw new RequestFailed({ message: TEXTS.failure.unreachable });
  }
}

async function failureOf(response: Response): Promise<RequestFailed> {
  const answer: unknown = await response.json().catch(() => undefined);
  const { code, message, requestId }: Record<string, unknown> = isObject(answer) ? answer : {};
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new RequestFailed({
    message: typeof message === 'string' ? message : TEXTS.failure.status(response.status),
    ...idOf(response),
    ...(typeof code === 'string' && { code }),
    ...(typeof requestId === 'string' && { requestId }),
    status: response.status,
    ...(Number.isFinite(retryAfter) && { retryAfterMs: retryAfter * 1_000 }),
  });
}

const idOf = ({ headers }: Response) => ({ requestId: headers.get(REQUEST_ID_HEADER) ?? undefined });

/** A throttled request was not executed; a timed-out request may have been. */
const isWorthRetrying = (
  { repeatable = true }: RequestParts,
  body: unknown,
  { status, retryAfterMs = 0 }: RequestFailed,
) => retryAfterMs <= DELAY_MAX_MS && (status === 429 || (status === 504 && isRepeatable(repeatable, body)));

async function delay(ms: number, abort: AbortSignal | undefined): Promise<void> {
  abort?.throwIfAborted();
  const isLong = ms >= LONG_DELAY_MS;
  if (isLong) longDelays.value += 1;
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      abort?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(abort.reason);
      });
    });
  } finally {
    if (isLong) longDelays.value -= 1;
  }
}
