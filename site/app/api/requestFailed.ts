interface Failure {
  message: string;
  code?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
}

/** A request that was not answered as it should have been. Its message is for people. */
export class RequestFailed extends Error {
  readonly code: string | undefined;
  /** Undefined when there was no answer at all. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor({ message, code, status, requestId, retryAfterMs }: Failure) {
    super(message);
    this.name = 'RequestFailed';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** What was thrown, if it is a request that failed; anything else is a defect and is thrown on. */
export function asFailure(error: unknown): RequestFailed {
  if (error instanceof RequestFailed) return error;
  throw error;
}

/** Whether something was thrown because the page itself cancelled. */
export const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
