import { ApiError } from '../contract/errors.ts';
import { type Headers, type OriginSettings, requireAllowedOrigin } from './origin.ts';

/**
 * Requires that an endpoint accepts submissions.
 * @throws ApiError DISABLED, FORBIDDEN
 */
export function requireReceiving(endpoint: OriginSettings & { isEnabled: boolean }, headers: Headers): void {
  if (!endpoint.isEnabled) throw new ApiError('DISABLED', 'This endpoint is disabled and receives no submissions.');
  requireAllowedOrigin(endpoint, headers);
}
