import * as z from 'zod/mini';
import { HOSTED_CAPTCHAS } from '../../choices.ts';
import { documented } from '../documented.ts';
import { CaptchaSettings, captchaKey, NewCaptchaSettings } from './spamSettings.ts';

const PROVIDER = 'The captcha’s provider.';
const SITE_KEY = 'The site key that the provider issued.';
const SECRET = 'The secret that the provider issued. It is never returned.';

const EXAMPLE = { provider: 'turnstile', siteKey: '0x4AAAAAAADnPIDROrmt1Wwj' } as const;
const NEW_EXAMPLE = { ...EXAMPLE, secret: '0x4AAAAAAADnPIDROrmt1Wwj-example' } as const;
const hosted = z.object({ provider: z.enum(HOSTED_CAPTCHAS), siteKey: captchaKey, secret: captchaKey });

/** Documents one schema as several, one for each kind of captcha. */
export const CAPTCHA_SCHEMAS = {
  AltchaCaptcha: documented(z.object({ provider: z.enum(['altcha']) }), {
    description: 'A captcha that this service verifies itself, without keys.',
    fields: { provider: PROVIDER },
    keywords: { propertyNames: { not: { enum: ['siteKey', 'secret'] } } },
    example: { provider: 'altcha' },
  }),
  HostedCaptcha: documented(z.extend(hosted, { secret: z.optional(captchaKey) }), {
    description:
      'A captcha of another service. Without `secret` the stored one stays, provided `provider` does not change.',
    fields: { provider: PROVIDER, siteKey: SITE_KEY, secret: SECRET },
    example: EXAMPLE,
  }),
  HostedCaptchaCreate: documented(hosted, {
    description: 'A captcha of another service.',
    fields: { provider: PROVIDER, siteKey: SITE_KEY, secret: SECRET },
    example: NEW_EXAMPLE,
  }),
  CaptchaUpdate: documented(CaptchaSettings, {
    description: 'A captcha, of this service or of another.',
    fields: { provider: PROVIDER, siteKey: SITE_KEY, secret: SECRET },
    example: EXAMPLE,
  }),
  CaptchaCreate: documented(NewCaptchaSettings, {
    description: 'A captcha, of this service or of another.',
    fields: { provider: PROVIDER, siteKey: SITE_KEY, secret: SECRET },
    example: NEW_EXAMPLE,
  }),
};
