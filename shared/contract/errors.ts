import type { FieldIssue } from './schemas/endpoints/fieldRules.ts';

/**
 * Every error code of the contract with its status and meaning. Responses, gateway responses, documentation pages and
 * tests are derived from it.
 */
export const ERROR_CODES = {
  BAD_REQUEST: { status: 400, meaning: 'The request is malformed or a field is missing or invalid.' },
  UNAUTHORIZED: { status: 401, meaning: 'The request has no valid API key.' },
  FORBIDDEN: {
    status: 403,
    meaning: 'The API key, or the website that sent the form, lacks permission; or a file cannot be downloaded.',
  },
  DISABLED: { status: 403, meaning: 'The endpoint is disabled and receives no submissions.' },
  USAGE_EXCEEDED: { status: 403, meaning: 'The workspace or endpoint has reached its limit.' },
  NOT_FOUND: { status: 404, meaning: 'The resource does not exist, or belongs to another workspace.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path exists, but not with this method.' },
  CONFLICT: { status: 409, meaning: 'Something that must be unique already exists.' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The request body or the submitted data is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The body, or a file in it, is of a type or charset that is not accepted here.',
  },
  TOO_MANY_REQUESTS: { status: 429, meaning: 'Too many requests in a short period.' },
  INTERNAL_SERVER_ERROR: { status: 500, meaning: 'The service failed unexpectedly.' },
  GATEWAY_TIMEOUT: { status: 504, meaning: 'The service did not respond in time because of load.' },
  NOT_UNIQUE: { status: 409, meaning: 'Reserved: no operation returns it.' },
  UNPROCESSABLE_ENTITY: { status: 422, meaning: 'Reserved: no operation returns it.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** In the contract's enumeration, but never returned. */
export const RESERVED_CODES: readonly ErrorCode[] = ['NOT_UNIQUE', 'UNPROCESSABLE_ENTITY'];

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  /** `{siteUrl}/errors/<CODE>` */
  docs: string;
  requestId: string;
  /** Problems with the fields of a form whose endpoint has rules. */
  issues?: FieldIssue[];
}

/** A page for browsers instead of a redirect. */
export interface ErrorDocument {
  headers: Record<string, string>;
  html: string;
}

interface ApiErrorOptions {
  cause?: unknown;
  headers?: Record<string, string>;
  page?: string | undefined;
  issues?: FieldIssue[];
  document?: (path: string) => ErrorDocument | undefined;
}

/** An intentional error, whose message is shown to the caller. Any other error becomes a 500 with a fixed text. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Additional response headers, such as `Allow`. */
  readonly headers: Record<string, string>;
  /** Path of the page for browsers, if it does not follow from the code. */
  readonly page: string | undefined;
  readonly issues: FieldIssue[] | undefined;
  /** Makes the page for browsers from the request's path; undefined if it would be too large. */
  readonly document: ((path: string) => ErrorDocument | undefined) | undefined;

  constructor(code: ErrorCode, message: string, options?: ApiErrorOptions) {
    super(message, { cause: options?.cause });
    this.name = 'ApiError';
    this.code = code;
    this.headers = options?.headers ?? {};
    this.page = options?.page;
    this.issues = options?.issues;
    this.document = options?.document;
  }

  /** The error for everything that is not an intentional one. */
  static unexpected(): ApiError {
    return new ApiError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side: try again in a moment.');
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** The error for invalid input, naming each invalid part: `slug is missing`. */
export const invalidInput = (where: 'path' | 'query' | 'body', problems: readonly string[]): ApiError =>
  new ApiError('BAD_REQUEST', `The ${where} is invalid: ${[...new Set(problems)].join('; ')}.`);

const INVALID_INPUT = /^The (?:path|query|body) is invalid: (.*)\.$/s;

export interface InputProblem {
  /** Path of the part: `targetEmails[1]`. */
  path: string;
  problem: string;
}

/** Parses the message of such an error; empty for any other message. */
export const inputProblems = (message: string): InputProblem[] =>
  (INVALID_INPUT.exec(message)?.[1] ?? '').split('; ').flatMap((part) => {
    const [, path, problem] = /^([\w.[\]]+) (.+)$/s.exec(part) ?? [];
    return path && problem ? [{ path, problem }] : [];
  });
