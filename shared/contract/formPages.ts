import type { ErrorCode } from './errors.ts';
import { knownLanguage } from './formLanguages.ts';

/** Pages of the site that tell a person the result of submitting a form, or of opening its URL. */
export const FORM_PAGES = {
  thankYou: '/thank-you',
  confirm: '/form/confirm',
  notFound: '/form/not-found',
  disabled: '/form/disabled',
  forbidden: '/form/forbidden',
  hiddenOrigin: '/form/hidden-origin',
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
  // Set by the error itself.
  hiddenOrigin: ['FORBIDDEN'],
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

/** An endpoint's default redirect target. */
export const thankYouUrl = (siteUrl: string): string => siteUrl + FORM_PAGES.thankYou;
