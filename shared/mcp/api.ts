import { ApiError, type ErrorBody, invalidInput } from '../contract/errors.ts';
import type { Operation } from '../contract/operations/index.ts';
import { errorBody } from '../http/errorBody.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** The names of an object schema's properties. */
export const namesIn = (schema: Operation['query']): string[] =>
  Object.keys((schema as { shape?: object }).shape ?? {});

/** API Gateway accepts 10,240 bytes of request line and headers (Amazon API Gateway, "Quotas"), and the key is one. */
const URL_BYTES_MAX = 8_000;

const MAY_HAVE_WORKED = 'It may have worked all the same: check that before you repeat it.';

/** An error of the API, or of the way to it. */
export class Refused extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = 'Refused';
    this.status = status;
    this.body = body;
  }
}

export interface ApiOptions {
  apiUrl: string;
  siteUrl: string;
  /** The caller's header, with which every operation authenticates the caller itself. */
  authorization: string;
  /** Identifies errors that happen before the API is reached. */
  requestId: string;
  signal: AbortSignal;
}

/** The caller's access to the API: operations run with their own rights, as for any other client. */
export class Api {
  readonly apiUrl: string;
  readonly siteUrl: string;
  readonly #options: ApiOptions;

  constructor(options: ApiOptions) {
    this.apiUrl = options.apiUrl;
    this.siteUrl = options.siteUrl;
    this.#options = options;
  }

  /**
   * Calls an operation with the arguments of its path, query and body side by side.
   * @throws Refused unless it succeeds
   */
  async call(operation: Operation, args: Arguments): Promise<object> {
    const { path, query, body } = this.#requestOf(operation, args);
    const response = await this.#fetch(`${this.apiUrl}${path}?${query}`, {
      method: operation.method,
      headers: {
        Accept: 'application/json',
        Authorization: this.#options.authorization,
        'User-Agent': 'forms-backend-mcp',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    const { status } = response;
    if (status < 400) return response.body;
    const error = response.body as ErrorBody;
    const isDoubtful = status >= 500 && operation.repeatable !== true;
    throw new Refused(status, isDoubtful ? { ...error, message: `${error.message} ${MAY_HAVE_WORKED}` } : error);
  }

  /** The API's response, or the error if there is none. */
  async #fetch(url: string, init: RequestInit): Promise<{ status: number; body: object }> {
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: this.#options.signal });
      return { status: response.status, body: (await response.json()) as object };
    } catch {
      return this.refusal(new ApiError('GATEWAY_TIMEOUT', 'The API did not respond in time: try again in a moment.'));
    }
  }

  #requestOf({ path, query, bodyTypes }: Operation, args: Arguments) {
    const rest = new Map(Object.entries(args));
    const filled = path.split('/').map((part) => {
      if (!part.startsWith('{')) return part;
      const name = part.slice(1, -1);
      const value = rest.get(name);
      rest.delete(name);
      // Dots would lead to other paths.
      if (typeof value === 'string' && /^\w+$/.test(value)) return value;
      throw this.refusal(invalidInput('path', [`${name} ${value === undefined ? 'is missing' : 'must be an id'}`]));
    });
    const queryNames = namesIn(query);
    const isInQuery = (name: string) => bodyTypes.length === 0 || queryNames.includes(name);
    const inQuery = [...rest].filter(([name, value]) => isInQuery(name) && value !== undefined && value !== null);
    const wrong = inQuery.flatMap(([name, value]) =>
      typeof value === 'object' ? `${name} must not be a list or an object` : [],
    );
    if (wrong.length > 0) throw this.refusal(invalidInput('query', wrong));
    const sent = new URLSearchParams(inQuery.map(([name, value]): [string, string] => [name, String(value)]));
    if (filled.join('/').length + sent.toString().length > URL_BYTES_MAX)
      throw this.refusal(
        invalidInput('query', [`arguments must have at most ${URL_BYTES_MAX.toLocaleString('en')} bytes as a URL`]),
      );
    const inBody = Object.fromEntries([...rest].filter(([name]) => !isInQuery(name)));
    return { path: filled.join('/'), query: sent, body: bodyTypes.length > 0 ? this.#jsonOf(inBody) : undefined };
  }

  #jsonOf(body: object): string {
    try {
      return JSON.stringify(body);
    } catch {
      throw this.refusal(invalidInput('body', ['arguments must be nested less deeply']));
    }
  }

  /** The same error as from the API. */
  refusal(error: ApiError): Refused {
    return new Refused(error.status, errorBody(error, this.siteUrl, this.#options.requestId));
  }
}
