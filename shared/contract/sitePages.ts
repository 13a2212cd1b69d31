import type { ErrorCode } from './errors.ts';

/** Pages of the site that tell a person what became of a form. */
export const FORM_PAGES = {
  thankYou: '/thank-you',
  notFound: '/form/not-found',
  disabled: '/form/disabled',
  forbidden: '/form/forbidden',
  invalid: '/form/invalid',
  captcha: '/form/captcha',
  files: '/form/files',
  tooLarge: '/form/too-large',
  busy: '/form/busy',
  error: '/form/error',
} as const;

export type FormPageName = keyof typeof FORM_PAGES;

/** The error codes that lead a person to each of these pages. */
export const FORM_PAGE_CODES: Readonly<Record<FormPageName, readonly ErrorCode[]>> = {
  thankYou: [],
  notFound: ['NOT_FOUND'],
  disabled: ['DISABLED'],
  forbidden: ['FORBIDDEN'],
  invalid: ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  // Named by the error itself; another bad request leads to the page before.
  captcha: ['BAD_REQUEST'],
  // Named by the error itself as well: they are about files.
  files: ['UNSUPPORTED_MEDIA_TYPE', 'BAD_REQUEST'],
  tooLarge: ['PAYLOAD_TOO_LARGE'],
  busy: ['TOO_MANY_REQUESTS'],
  error: ['INTERNAL_SERVER_ERROR', 'GATEWAY_TIMEOUT'],
};

/** The path of the page for a form that failed with a code; a code that no page names leads to the general one. */
export function formPageOf(code: ErrorCode): string {
  const names = Object.keys(FORM_PAGES) as FormPageName[];
  return FORM_PAGES[names.find((name) => FORM_PAGE_CODES[name].includes(code)) ?? 'error'];
}

/** The address of the page that documents an error code. */
export const docsUrl = (siteUrl: string, code: ErrorCode): string => `${siteUrl}/errors/${code}`;

/** Where an endpoint sends people unless it says otherwise. */
export const thankYouUrl = (siteUrl: string): string => siteUrl + FORM_PAGES.thankYou;

/** Where the dashboard is. Everything below it is a view of its own, served by the same page. */
export const DASHBOARD_PATH = '/app';

/** The address at which the dashboard shows an endpoint’s submissions, to those who have a key. */
export const inboxUrl = (siteUrl: string, endpointId: string): string => `${siteUrl}${DASHBOARD_PATH}/${endpointId}`;

/** The same with one submission opened. */
export const submissionUrl = (siteUrl: string, endpointId: string, submissionId: string): string =>
  `${inboxUrl(siteUrl, endpointId)}?id=${submissionId}`;
