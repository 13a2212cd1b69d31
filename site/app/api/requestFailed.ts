import { TEXTS } from '../texts/texts.ts';

interface Failure {
  message: string;
  code?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
}

/** A failed request. Its message is for people. */
export class RequestFailed extends Error {
  readonly code: string | undefined;
  /** Absent without a response. */
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

/** Returns a failed request; rethrows anything else, which is a defect. */
export function asFailure(error: unknown): RequestFailed {
  if (error instanceof RequestFailed) return error;
  throw error;
}

/** True if the page itself cancelled. */
export const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** @throws RequestFailed if this request repeated an earlier one, whose response had the secret */
export function requireSecret(secret: string): string {
  if (secret === '') throw new RequestFailed({ message: TEXTS.failure.secretLost });
  return secret;
}
