import type { ErrorCode } from './errors.ts';
import { FORM_PAGES, formPageOf } from './sitePages.ts';

/** Carries the request's id on every response. */
export const REQUEST_ID_HEADER = 'X-Request-Id';
/** Carries a new key's secret, once. */
export const KEY_SECRET_HEADER = 'X-Api-Key-Secret';
/** Carries a webhook's new secret, once. */
export const WEBHOOK_SECRET_HEADER = 'X-Webhook-Secret';
/** How many deliveries to webhooks led to a request, one after the other. */
export const HOPS_HEADER = 'Forms-Hops';

/** Tells how many seconds to wait after a 429. */
export const RETRY_AFTER_HEADER = 'Retry-After';

/** Says which credential is needed. API Gateway gives it another name when a function answers it. */
export const CHALLENGE_HEADER = 'WWW-Authenticate';
export const REMAPPED_CHALLENGE_HEADER = `x-amzn-Remapped-${CHALLENGE_HEADER}`;

/** Any origin may call, without cookies. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': [
    REQUEST_ID_HEADER,
    KEY_SECRET_HEADER,
    WEBHOOK_SECRET_HEADER,
    RETRY_AFTER_HEADER,
  ].join(', '),
} as const;

/** What an answer to a preflight adds; browsers keep it for at most two hours (Chromium's limit). */
export const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Requested-With',
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

/**
 * On an error that is made by the gateway, or by what stands before it. Neither can tell a person's browser from a
 * program, so everyone gets JSON; a browser that sent a form by itself follows `Refresh` to the page for the error.
 */
export const gatewayErrorHeaders = (
  code: ErrorCode,
  { siteUrl, retryAfterSeconds }: { siteUrl: string; retryAfterSeconds?: number | undefined },
): Record<string, string> => ({
  ...COMMON_HEADERS,
  // A body that does not even reach a function is one with files.
  Refresh: `0;url=${siteUrl}${code === 'PAYLOAD_TOO_LARGE' ? FORM_PAGES.tooLarge : formPageOf(code)}`,
  ...(retryAfterSeconds !== undefined && { [RETRY_AFTER_HEADER]: String(retryAfterSeconds) }),
});
