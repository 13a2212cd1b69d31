import type { ErrorCode } from './errors.ts';

/** Pages of the site that tell a person what became of a form. */
export const FORM_PAGES = {
  thankYou: '/thank-you',
  notFound: '/form/not-found',
  disabled: '/form/disabled',
  invalid: '/form/invalid',
  error: '/form/error',
} as const;

/** The address of the page that documents an error code. */
export const docsUrl = (siteUrl: string, code: ErrorCode): string => `${siteUrl}/errors/${code}`;

/** Where an endpoint sends people unless it says otherwise. */
export const thankYouUrl = (siteUrl: string): string => siteUrl + FORM_PAGES.thankYou;
