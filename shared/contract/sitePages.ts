import type { ErrorCode } from './errors.ts';
import { knownLanguage } from './formLanguages.ts';

/** Pages of the site that tell a person the result of submitting a form, or of opening its URL. */
export const FORM_PAGES = {
  thankYou: '/thank-you',
  confirm: '/form/confirm',
  notFound: '/form/not-found',
  disabled: '/form/disabled',
  forbidden: '/form/forbidden',
  invalid: '/form/invalid',
  captcha: '/form/captcha',
  files: '/form/files',
  tooLarge: '/form/too-large',
  busy: '/form/busy',
  error: '/form/error',
  address: '/form/address',
} as const;

export type FormPageName = keyof typeof FORM_PAGES;

/** A page of the site in the language that a form’s URL names, as in `?lang=de`. */
export function inLanguageOf(url: string, query: Readonly<Record<string, string[] | undefined>> | null): string {
  const language = knownLanguage(query?.lang);
  return language === undefined || url.includes('#') ? url : `${url}#${language}`;
}

/** The error codes for which a browser is redirected to each page. */
export const FORM_PAGE_CODES: Readonly<Record<FormPageName, readonly ErrorCode[]>> = {
  thankYou: [],
  confirm: [],
  notFound: ['NOT_FOUND'],
  disabled: ['DISABLED'],
  forbidden: ['FORBIDDEN'],
  invalid: ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'CONFLICT'],
  // Set by the error itself; other bad requests lead to the page above.
  captcha: ['BAD_REQUEST'],
  // Set by the error itself too, for errors about files.
  files: ['UNSUPPORTED_MEDIA_TYPE', 'BAD_REQUEST'],
  tooLarge: ['PAYLOAD_TOO_LARGE'],
  busy: ['TOO_MANY_REQUESTS'],
  error: ['INTERNAL_SERVER_ERROR', 'GATEWAY_TIMEOUT'],
  address: [],
};

/** Path of the page for an error code of a form; defaults to the general one. */
export function formPageOf(code: ErrorCode): string {
  const names = Object.keys(FORM_PAGES) as FormPageName[];
  return FORM_PAGES[names.find((name) => FORM_PAGE_CODES[name].includes(code)) ?? 'error'];
}

export const docsUrl = (siteUrl: string, code: ErrorCode): string => `${siteUrl}/errors/${code}`;

/** Where an endpoint redirects by default. */
export const thankYouUrl = (siteUrl: string): string => siteUrl + FORM_PAGES.thankYou;

/** The dashboard. All paths below it are its views, served by the same page. */
export const DASHBOARD_PATH = '/app';

/** URL of an endpoint’s submissions in the dashboard, for people with a key. */
export const inboxUrl = (siteUrl: string, endpointId: string): string => `${siteUrl}${DASHBOARD_PATH}/${endpointId}`;

export const submissionUrl = (siteUrl: string, endpointId: string, submissionId: string): string =>
  `${inboxUrl(siteUrl, endpointId)}?id=${submissionId}`;

/** Pages that mails link to; they call the API with the token after the `#`. */
export const MAIL_PAGES_PATH = '/mail';
export const UNSUBSCRIBE_PAGE = `${MAIL_PAGES_PATH}/unsubscribe`;

/** In the links of a test instead of a token: their pages look the same, and their buttons do nothing. */
export const TEST_TOKEN = 'test';

/** The page on which a person unsubscribes. */
export const unsubscribePageUrl = (siteUrl: string, token: string): string => `${siteUrl}${UNSUBSCRIBE_PAGE}#${token}`;

/** The page on which the sender of a form, whose name it shows, confirms a submission. */
export const CONFIRM_PAGE = `${MAIL_PAGES_PATH}/confirm`;
export const confirmPageUrl = (siteUrl: string, endpointId: string, token: string, form: string): string =>
  `${siteUrl}${CONFIRM_PAGE}#${endpointId}.${token}&${new URLSearchParams({ form })}`;

/** The URL that mail programs call to unsubscribe (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/v1/unsubscribe';
export const unsubscribeApiUrl = (apiUrl: string, token: string): string =>
  `${apiUrl}${UNSUBSCRIBE_PATH}?token=${token}`;
