import type { ErrorCode } from '../contract/errors.ts';
import { SUBMISSION_BYTES_MAX } from '../contract/limits.ts';

/** An actual message for each error code. */
export const EXAMPLE_MESSAGES: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'The body is invalid: slug must have 4 to 64 characters; targetEmails[1] must be an email address.',
  UNAUTHORIZED: 'A valid API key is required: send the header "Authorization: Bearer <key>".',
  FORBIDDEN: 'This key is read-only.',
  DISABLED: 'This endpoint is disabled and receives no submissions.',
  USAGE_EXCEEDED: 'The workspace has reached its limit of 1,000 endpoints.',
  NOT_FOUND: 'There is no such endpoint.',
  METHOD_NOT_ALLOWED: 'This path supports POST, OPTIONS.',
  CONFLICT: 'The slug "contact" is taken in this workspace.',
  PAYLOAD_TOO_LARGE: `The submitted data has 61204 bytes as JSON; at most ${SUBMISSION_BYTES_MAX} are stored.`,
  UNSUPPORTED_MEDIA_TYPE: 'The header Content-Type must be application/json.',
  TOO_MANY_REQUESTS: 'Too many requests: try again in a moment.',
  INTERNAL_SERVER_ERROR: 'Something went wrong on our side: try again in a moment.',
  GATEWAY_TIMEOUT: 'The service is too busy to respond in time: try again in a moment.',
  NOT_UNIQUE: 'Reserved: no operation returns it.',
  UNPROCESSABLE_ENTITY: 'Reserved: no operation returns it.',
};
