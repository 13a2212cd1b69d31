import { ApiError } from '../contract/errors.ts';
import { CHALLENGE_HEADER } from '../contract/headers.ts';
import { secretOf } from '../storage/workspaces/keySecret.ts';

/** The same error for a missing, malformed, unknown, revoked or expired credential. */
export const unauthorized = (): ApiError =>
  new ApiError('UNAUTHORIZED', 'A valid API key is required: send the header "Authorization: Bearer <key>".', {
    headers: { [CHALLENGE_HEADER]: 'Bearer' },
  });

/**
 * The key's secret in the header `Authorization`; needs no read.
 * @throws ApiError UNAUTHORIZED unless it is well-formed
 */
export function secretIn({ authorization }: Record<string, string | undefined>): string {
  const secret = secretOf(authorization);
  if (secret === undefined) throw unauthorized();
  return secret;
}
