import { IDEMPOTENCY_KEY_HEADER } from '../../../shared/contract/headers.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';

const page = new EventTarget();

/** Lets a test import the dashboard's modules outside a browser. Has to be imported before them. */
Object.assign(globalThis, {
  document: Object.assign(new EventTarget(), { querySelector: () => null, visibilityState: 'visible' }),
  REQUEST_PARTS: Object.fromEntries(OPERATIONS.map((operation) => [operation.id, operation])),
  addEventListener: page.addEventListener.bind(page),
  dispatchEvent: page.dispatchEvent.bind(page),
});

export interface SentRequest {
  method: string;
  /** Path and query. */
  url: string;
  body: Record<string, unknown> | undefined;
  key: string | undefined;
  keepalive: boolean;
  idempotencyKey: string | null;
}

export interface ScriptedAnswer {
  status?: number;
  json?: object;
  headers?: Record<string, string>;
}

/** Answers the dashboard's requests, and returns them. */
export function answerWith(answer: (request: SentRequest) => ScriptedAnswer | Promise<ScriptedAnswer>): SentRequest[] {
  const sent: SentRequest[] = [];
  globalThis.fetch = async (url, init = {}) => {
    init.signal?.throwIfAborted();
    const headers = new Headers(init.headers);
    const request: SentRequest = {
      method: init.method ?? 'GET',
      url: String(url),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
      key: headers.get('Authorization')?.replace('Bearer ', ''),
      keepalive: init.keepalive === true,
      idempotencyKey: headers.get(IDEMPOTENCY_KEY_HEADER),
    };
    sent.push(request);
    const { status = 200, json = {}, headers: answered = {} } = await answer(request);
    return new Response(JSON.stringify(json), { status, headers: answered });
  };
  return sent;
}
