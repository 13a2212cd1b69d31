import { isOfDashboard } from './files.ts';

/**
 * The browser applies `form-action` also to the redirect after a form was sent, so that it has to allow the address
 * people are sent on to, which is a site with https. Plain http is for the service on one's own machine.
 */
const FORM_TARGETS = "'self' https: http://127.0.0.1:* http://localhost:*";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  `form-action ${FORM_TARGETS}`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** The response headers of every page of the site. */
export const SECURITY_HEADERS: Record<string, string> = {
  'Content-Security-Policy': POLICY.join('; '),
  'X-Content-Type-Options': 'nosniff',
  // The origin alone: with no referrer at all a form's page could not be told apart from no form, and `/form.js`
  // would not offer the way back.
  'Referrer-Policy': 'strict-origin',
  // One year. Without includeSubDomains: what else is under the domain is not the service's to decide.
  'Strict-Transport-Security': 'max-age=31536000',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * The response headers of the dashboard, which asks the API. Its page itself narrows this to the one address of the
 * API: a deployment learns that only after these headers.
 */
export const DASHBOARD_HEADERS: Record<string, string> = {
  ...SECURITY_HEADERS,
  'Content-Security-Policy': [...POLICY, 'connect-src https: http://127.0.0.1:* http://localhost:*'].join('; '),
};

/** The response headers at a path. */
export const headersAt = (path: string): Record<string, string> =>
  isOfDashboard(path) ? DASHBOARD_HEADERS : SECURITY_HEADERS;
