import { type Closing, closedBecause } from '../contract/closing.ts';
import { ApiError } from '../contract/errors.ts';
import { type Headers, type OriginSettings, requireAllowedOrigin } from './origin.ts';

interface ClosingEndpoint extends Closing {
  closedText?: string | undefined;
}

/** True if an endpoint receives nothing now, by this service's clock. */
export const isClosed = (endpoint: Closing): boolean => closedBecause(endpoint, Date.now()) !== undefined;

/** True if an endpoint stores nothing now: it is closed, or has all that it accepts. */
export const isShut = ({ endpoint, isFull }: { endpoint: Closing; isFull: boolean }): boolean =>
  isFull || isClosed(endpoint);

/** The error for programs, with the owner's text if there is one. */
export const disabled = ({ closedText }: ClosingEndpoint, options?: Pick<ApiError, 'document'>): ApiError =>
  new ApiError('DISABLED', closedText ?? 'This endpoint is disabled and receives no submissions.', options);

/**
 * Requires that an endpoint accepts submissions.
 * @throws ApiError DISABLED, FORBIDDEN
 */
export function requireReceiving(endpoint: OriginSettings & ClosingEndpoint, headers: Headers): void {
  if (isClosed(endpoint)) throw disabled(endpoint);
  requireAllowedOrigin(endpoint, headers);
}
