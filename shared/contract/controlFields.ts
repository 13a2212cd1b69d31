import type { CaptchaProvider } from './choices.ts';

/** Fields that control the service instead of being stored. */
export const HONEYPOT_FIELD = '_gotcha';
export const SUBJECT_FIELD = '_subject';
const CHARSET_FIELD = '_charset_';
/** Browsers fill in the name of the form's encoding, in fields in any case (HTML, "Constructing the entry list"). */
export const isCharsetField = (name: string): boolean => name.toLowerCase() === CHARSET_FIELD;
/** Synonyms; the first one present wins. */
export const NEXT_FIELDS = ['_next', '_redirect'] as const;
/** A ULID by which the sender names the submission. Any other value is data. */
export const ID_FIELD = '_id';
/** Ids of earlier uploads. An ordinary field unless the endpoint accepts files. */
export const UPLOADS_FIELD = '_uploads';

/**
 * The fields in which captcha widgets send their response. hCaptcha's widget also fills in reCAPTCHA's field (hCaptcha,
 * "Switch from reCAPTCHA").
 */
export const CAPTCHA_FIELDS = {
  altcha: ['altcha'],
  turnstile: ['cf-turnstile-response'],
  hcaptcha: ['h-captcha-response', 'g-recaptcha-response'],
  recaptcha: ['g-recaptcha-response'],
} as const satisfies Record<CaptchaProvider, readonly [string, ...string[]]>;

const ALL: ReadonlySet<string> = new Set([
  HONEYPOT_FIELD,
  SUBJECT_FIELD,
  ...NEXT_FIELDS,
  UPLOADS_FIELD,
  ID_FIELD,
  ...Object.values(CAPTCHA_FIELDS).flat(),
]);

/** Whether some setting of the endpoint could make a field with this name a control field. */
export const isControlField = (name: string): boolean => ALL.has(name) || isCharsetField(name);
