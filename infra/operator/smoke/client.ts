import { parseJson } from '../../local/http.ts';

/** Longer than the gateway waits for a function, 29 s. */
const ANSWER_TIMEOUT_MS = 35_000;

export interface TextResponse {
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

/** Calls a service over HTTP without following redirects. */
export class Client {
  readonly #baseUrl: string;
  readonly #key: string;

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#key = key;
  }

  /** @throws NoResponse with the reason */
  async send(method: string, path: string, request: Request = {}): Promise<TextResponse> {
    const { authorization = `Bearer ${this.#key}`, json, body, headers = {} } = request;
    const response = await reach(this.#baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(authorization === 'none' ? {} : { Authorization: authorization }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parseJson(text) };
  }
}

/** Requests a page as a browser does. */
export async function getPage(url: string): Promise<TextResponse> {
  const response = await reach(url, {});
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

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  } catch (error) {
    throw new NoResponse(error instanceof Error ? (error.cause ?? error) : error);
  }
}
