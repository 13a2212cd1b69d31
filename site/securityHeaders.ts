import { createHash } from 'node:crypto';
import { ANY_ORIGIN } from '../shared/contract/headers.ts';
import { MAIL_PAGES_PATH } from '../shared/contract/sitePages.ts';
import { ASSETS, FORM_SCRIPT } from './assets.ts';
import { dashboardStyle } from './dashboard/dashboardStyle.ts';
import { isOfDashboard } from './staticFiles.ts';

/**
 * Browsers also apply `form-action` to the redirect after a form post, so this allows any https site. Plain http is for
 * local use.
 */
const FORM_TARGETS = "'self' https: http://127.0.0.1:* http://localhost:*";

/** Allows an inline script or style with exactly this content. */
const hashOf = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

const policyWith = (...styles: string[]): string[] => [
  "default-src 'none'",
  `script-src 'self' ${hashOf(FORM_SCRIPT)}`,
  `style-src 'self' ${styles.map(hashOf).join(' ')}`,
  // Form pages contain their icon.
  "img-src 'self' data:",
  `form-action ${FORM_TARGETS}`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** The response headers of every page. */
export const SECURITY_HEADERS: Record<string, string> = {
  'Content-Security-Policy': policyWith(ASSETS.formStyle.body).join('; '),
  'X-Content-Type-Options': 'nosniff',
  // Sends the origin only: without any referrer, `/form.js` could not tell that the page was opened by a form, and
  // would not offer the way back.
  'Referrer-Policy': 'strict-origin',
  // One year. Without includeSubDomains, since other hosts of the domain may belong to other services.
  'Strict-Transport-Security': 'max-age=31536000',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * Response headers of pages that call the API: the dashboard, and those that mails link to. Each page narrows this to the API's
 * URL, which a deployment only knows after these headers.
 */
export const dashboardSecurityHeaders = (): Record<string, string> => ({
  ...SECURITY_HEADERS,
  'Content-Security-Policy': [
    ...policyWith(ASSETS.formStyle.body, dashboardStyle()),
    'connect-src https: http://127.0.0.1:* http://localhost:*',
  ].join('; '),
});

/** All pages that do not call the API can be read by pages of any origin, such as the OpenAPI document and `llms.txt`. */
export const headersAt = (path: string): Record<string, string> =>
  isOfDashboard(path) || path.startsWith(`${MAIL_PAGES_PATH}/`)
    ? dashboardSecurityHeaders()
    : { ...SECURITY_HEADERS, ...ANY_ORIGIN };
