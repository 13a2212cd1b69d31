/** Carries the request's id on every response. */
export const REQUEST_ID_HEADER = 'X-Request-Id';
/** Carries a new key's secret, once. */
export const KEY_SECRET_HEADER = 'X-Api-Key-Secret';

/** Any origin may call, without cookies. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': `${REQUEST_ID_HEADER}, ${KEY_SECRET_HEADER}`,
} as const;

/** What an answer to a preflight adds; browsers keep it for at most two hours (Chromium's limit). */
export const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Max-Age': '7200',
} as const;

/** On every response of every function and of the gateway. */
export const COMMON_HEADERS = {
  ...CORS_HEADERS,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // One year. Without includeSubDomains: what else is under the domain is not the service's to decide.
  'Strict-Transport-Security': 'max-age=31536000',
} as const;

/** Tells how many seconds to wait after a 429. */
const RETRY_AFTER_HEADER = 'Retry-After';

/** On every 429, which only the gateway and what stands before it answer; pages of other origins may read all of it. */
export const throttledHeaders = (retryAfterSeconds: number) => ({
  ...COMMON_HEADERS,
  'Access-Control-Expose-Headers': `${COMMON_HEADERS['Access-Control-Expose-Headers']}, ${RETRY_AFTER_HEADER}`,
  [RETRY_AFTER_HEADER]: String(retryAfterSeconds),
});
