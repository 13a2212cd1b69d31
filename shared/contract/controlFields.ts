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

/** Hidden fields by which forms of other services recognize bots: FormSubmit, StaticForms, Netlify, Web3Forms. */
export const OTHER_HONEYPOTS = ['_honey', '_honeypot', 'honeypot', 'bot-field', 'botcheck'] as const;
/**
 * Fields that control other services: Formspree, FormSubmit, Netlify, Basin, and widgets of captchas. They are stored as
 * sent, but people did not enter them.
 */
const OTHER_CONTROLS: ReadonlySet<string> = new Set([
  ...OTHER_HONEYPOTS,
  ...['_autoresponse', '_blacklist', '_captcha', '_cc', '_format', '_language', '_template', '_url', '_webhook'],
  ...['form-name', 'recaptcha_response', 'frc-captcha-response', 'frc-captcha-solution'],
  ...Object.values(CAPTCHA_FIELDS).flat(),
]);
/** Fields for a key of Web3Forms or StaticForms. Other forms ask people for keys of their own. */
const KEY_FIELDS = ['access_key', 'apikey', 'accessKey', 'apiKey'];
const KEY_OF_SERVICE = /^\s*(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|sf_[\da-z]{24})\s*$/i;
/** Names that other forms ask people for, too. They control something beside such a key. */
const CONTROLS_WITH_KEY = ['ccemail', 'from_name', 'redirect', 'redirectTo', 'webhook'];

/** The names of a form's fields that control another service. A field with a rule is the owner's own. */
export function otherControls(
  data: Readonly<Record<string, unknown>>,
  rules: readonly { name: string }[] = [],
): ReadonlySet<string> {
  const keys = KEY_FIELDS.filter((name) => typeof data[name] === 'string' && KEY_OF_SERVICE.test(data[name]));
  const others = new Set(Object.keys(data).filter((name) => OTHER_CONTROLS.has(name)));
  if (keys.length > 0) for (const name of [...keys, ...CONTROLS_WITH_KEY]) others.add(name);
  for (const { name } of rules) others.delete(name);
  return others;
}

/** Data without the fields that control another service. */
export function withoutOtherControls(
  data: Readonly<Record<string, unknown>>,
  rules?: readonly { name: string }[],
): Record<string, unknown> {
  const others = otherControls(data, rules);
  return Object.fromEntries(Object.entries(data).filter(([name]) => !others.has(name)));
}

const ALL: ReadonlySet<string> = new Set([
  HONEYPOT_FIELD,
  SUBJECT_FIELD,
  ...NEXT_FIELDS,
  UPLOADS_FIELD,
  ID_FIELD,
  ...Object.values(CAPTCHA_FIELDS).flat(),
]);

/** True if some setting of the endpoint could make a field with this name a control field. */
export const isControlField = (name: string): boolean => ALL.has(name) || isCharsetField(name);
