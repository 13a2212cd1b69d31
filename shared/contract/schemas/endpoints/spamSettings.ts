import * as z from 'zod/mini';
import { CAPTCHA_PROVIDERS } from '../../choices.ts';
import {
  ALLOWED_ORIGINS_MAX,
  BLOCKED_TERM_LENGTH_MAX,
  BLOCKED_TERMS_MAX,
  CAPTCHA_KEY_LENGTH_MAX,
  HONEYPOT_FIELD_LENGTH_MAX,
  ORIGIN_LENGTH_MAX,
} from '../../limits.ts';
import { isWebUrl } from '../../webUrl.ts';
import { textOfLength } from '../common.ts';
import { optional } from './fieldList.ts';

/**
 * The origin of a website's URL, or of an app's, as browsers and WebViews send it in `Origin`; undefined for other texts.
 * Browsers never send an asterisk, so wildcards are not supported.
 */
export function originOf(url: string): string | undefined {
  const origin = originIn(url);
  const isAlone = origin !== undefined && /^\/?$/.test((isWebUrl(url) ? new URL(url).href : url).slice(origin.length));
  return isAlone && !origin.includes('*') ? origin : undefined;
}

/** The origin of any URL of a website or an app; undefined for other texts. */
export function originIn(url: string): string | undefined {
  if (isWebUrl(url)) return new URL(url).origin;
  const [, scheme = '', host = ''] = APP_URL.exec(url) ?? [];
  return host === '' || NOT_OF_APPS.has(scheme.toLowerCase()) ? undefined : `${scheme}://${host}`.toLowerCase();
}

/** `capacitor://localhost`, `chrome-extension://…`: `new URL` has no origin for such schemes (WHATWG, "URL", 4.7). */
const APP_URL = /^([a-z][a-z0-9+.-]*):\/\/([a-z0-9_.-]+(?::\d{1,5})?)(?:[/?#]|$)/i;
/** Schemes of the web, and those without an origin of their own. */
const NOT_OF_APPS: ReadonlySet<string> = new Set(
  'http https ws wss ftp file about blob data javascript filesystem view-source'.split(' '),
);

export const Origin = z.string().check(
  z.maxLength(ORIGIN_LENGTH_MAX, { error: `must have at most ${ORIGIN_LENGTH_MAX} characters`, abort: true }),
  z.refine(
    (text) => originOf(text) !== undefined,
    'must be an origin without a path, such as https://example.com, or of an app, such as capacitor://localhost',
  ),
  z.meta({ format: 'uri' }),
);

export const BlockedTerm = textOfLength(1, BLOCKED_TERM_LENGTH_MAX);

export const captchaKey = textOfLength(1, CAPTCHA_KEY_LENGTH_MAX);
const CaptchaFields = z.object({
  provider: z.enum(CAPTCHA_PROVIDERS),
  siteKey: z.optional(captchaKey),
  secret: z.optional(captchaKey),
});

/** An endpoint's captcha in requests. An omitted secret keeps the stored one. */
export const CaptchaSettings = CaptchaFields.check(
  z.refine(
    ({ provider, siteKey, secret }) => provider !== 'altcha' || (siteKey === undefined && secret === undefined),
    'must not have siteKey or secret with the provider altcha',
  ),
  z.refine(
    ({ provider, siteKey }) => provider === 'altcha' || siteKey !== undefined,
    'needs the siteKey that the provider gave you',
  ),
);
export type CaptchaSettings = z.output<typeof CaptchaSettings>;

/** The same for a new endpoint, which has no stored secret. */
export const NewCaptchaSettings = CaptchaSettings.check(
  z.refine(({ provider, secret }) => provider === 'altcha' || secret !== undefined, {
    path: ['secret'],
    error: 'needs the secret that the provider gave you',
  }),
);

/** A captcha in responses, without its secret. */
export const Captcha = z.object({ provider: z.enum(CAPTCHA_PROVIDERS), siteKey: z.optional(z.string()) });
export type Captcha = z.output<typeof Captcha>;

/** True if a filter learns from people's spam marks and holds submissions that it judges as spam. */
export const SPAM_FILTERS = ['off', 'learn'] as const;

export const SPAM_SETTINGS = {
  honeypotField: optional(textOfLength(1, HONEYPOT_FIELD_LENGTH_MAX), z.string()),
  allowedOrigins: optional(
    z.pipe(
      z.array(Origin).check(z.maxLength(ALLOWED_ORIGINS_MAX, `may have at most ${ALLOWED_ORIGINS_MAX} websites`)),
      z.transform((urls) => [...new Set(urls.map((url) => originOf(url) ?? url))]),
    ),
    z.array(z.string()),
  ),
  blockedTerms: optional(
    z.array(BlockedTerm).check(z.maxLength(BLOCKED_TERMS_MAX, `may have at most ${BLOCKED_TERMS_MAX} terms`)),
    z.array(z.string()),
  ),
  captcha: optional(CaptchaSettings, Captcha),
  spamFilter: optional(z.enum(SPAM_FILTERS), z.enum(SPAM_FILTERS)),
};
