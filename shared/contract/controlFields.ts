import type { CaptchaProvider } from './choices.ts';

/** Names of fields that tell the service something instead of being stored. */
export const HONEYPOT_FIELD = '_gotcha';
export const SUBJECT_FIELD = '_subject';
/** Two names for one thing; the first that is there counts. */
export const NEXT_FIELDS = ['_next', '_redirect'] as const;
/** Ids of files that were sent before. Only where an endpoint takes files is it not a field like any other. */
export const UPLOADS_FIELD = '_uploads';

/**
 * The fields in which a captcha's widget sends its answer. hCaptcha's widget also fills in the field of reCAPTCHA
 * (hCaptcha, "Switch from reCAPTCHA").
 */
export const CAPTCHA_FIELDS = {
  altcha: ['altcha'],
  turnstile: ['cf-turnstile-response'],
  hcaptcha: ['h-captcha-response', 'g-recaptcha-response'],
  recaptcha: ['g-recaptcha-response'],
} as const satisfies Record<CaptchaProvider, readonly [string, ...string[]]>;

const ALL: ReadonlySet<string> = new Set([
  ...[HONEYPOT_FIELD, SUBJECT_FIELD, ...NEXT_FIELDS, UPLOADS_FIELD],
  ...Object.values(CAPTCHA_FIELDS).flat(),
]);

/** Whether the service may take a field of this name for itself, by the settings of the endpoint. */
export const isControlField = (name: string): boolean => ALL.has(name);
