import { randomBytes } from 'node:crypto';
import { invalidInput } from '../../contract/errors.ts';
import type { Captcha, CaptchaSettings } from '../../contract/schemas/endpoints/spamSettings.ts';

interface Settings {
  captcha?: CaptchaSettings | null | undefined;
}

/** The same as stored: the captcha's secret is a separate attribute. */
type Stored<S extends Settings> = Omit<S, 'captcha'> & { captcha?: Captcha | null; captchaSecret?: string | null };

/** Bytes of the key with which an endpoint signs its own challenges. */
const SECRET_BYTES = 32;

/**
 * Separates the captcha from its secret. An omitted secret is kept, unless the provider changes.
 * @param current the existing endpoint, if any
 * @throws ApiError BAD_REQUEST when the provider needs a secret and there is none
 */
export function withCaptcha<S extends Settings>(settings: S, current?: { captcha?: Captcha | undefined }): Stored<S> {
  const { captcha, ...others } = settings;
  if (captcha === undefined) return others;
  if (captcha === null) return { ...others, captcha, captchaSecret: null };
  const { secret, ...shown } = captcha;
  const isKept = secret === undefined && current?.captcha?.provider === shown.provider;
  return { ...others, captcha: shown, ...(!isKept && { captchaSecret: secret ?? newSecretFor(shown) }) };
}

function newSecretFor({ provider }: Captcha): string {
  if (provider === 'altcha') return randomBytes(SECRET_BYTES).toString('hex');
  throw invalidInput('body', [`captcha.secret is missing: ${provider} requires it`]);
}
