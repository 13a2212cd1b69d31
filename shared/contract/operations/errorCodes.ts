import type { ErrorCode } from '../errors.ts';
import { PageQuery } from '../schemas/common.ts';
import type { Operation } from './define.ts';

const ALWAYS: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
  'GATEWAY_TIMEOUT',
];

/** All error codes of an operation, in no particular order. Documents and tests are derived from it. */
export function errorCodesOf({
  path,
  query,
  permission,
  narrowed,
  bodyTypes,
  repeated,
  errors = [],
}: Operation): ErrorCode[] {
  const codes: ErrorCode[] = [...ALWAYS, ...errors];
  if (permission !== 'public') codes.push('UNAUTHORIZED');
  if (permission !== 'public' && narrowed !== 'ofCaller') codes.push('FORBIDDEN');
  if (repeated) codes.push('CONFLICT');
  // A list has no page past the last.
  if (path.includes('{') || query === PageQuery) codes.push('NOT_FOUND');
  if (bodyTypes.length > 0) codes.push('UNSUPPORTED_MEDIA_TYPE');
  return codes;
}
