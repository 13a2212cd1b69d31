import { sendExactly } from '../../tools/exactRequest.ts';
import { parseJson } from '../../tools/parseJson.ts';

/** Longer than the gateway waits for a function, 29 s. */
const ANSWER_TIMEOUT_MS = 35_000;
/** The `Origin` of requests, as a browser sends it. */
export const SMOKE_ORIGIN = 'https://example.com';

export interface TextResponse {
  /** The operation that was called, if any. */
  operationId?: string;
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined if it is not JSON. */
  json: unknown;
}

export interface Request {
  /** The credential; `none` sends no header. Default: the run's key. */
  authorization?: string | 'none';
  json?: unknown;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** Calls a service over HTTP, without following redirects. */
export class Client {
  readonly #baseUrl: string;
  readonly #key: string;

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#key = key;
  }

  /** @throws NoResponse with the reason */
  async send(method: string, path: string, options: Request = {}): Promise<TextResponse> {
    const { authorization = `Bearer ${this.#key}`, json, body, headers = {} } = options;
    const request = sendExactly(this.#baseUrl + path, {
      method,
      headers: {
        Origin: SMOKE_ORIGIN,
        ...(authorization === 'none' ? {} : { Authorization: authorization }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
      timeoutMs: ANSWER_TIMEOUT_MS,
    });
    const response = await reached(request);
    return { ...response, json: parseJson(response.text) };
  }
}

/** Requests a page as a browser does. */
export async function getPage(url: string): Promise<TextResponse> {
  const response = await reached(fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: undefined };
}

export class NoResponse extends Error {
  /** The connection's error code, such as `ECONNREFUSED`. */
  readonly code: string | undefined;

  constructor(cause: unknown) {
    const { message, code, name } = (cause ?? {}) as { message?: string; code?: string; name?: string };
    super(`no response: ${message || code || name}`, { cause });
    this.code = code;
  }
}

async function reached<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request;
  } catch (error) {
    throw new NoResponse(error instanceof Error ? (error.cause ?? error) : error);
  }
}
