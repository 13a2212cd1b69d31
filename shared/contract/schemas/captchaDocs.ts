import * as z from 'zod/mini';
import { HOSTED_CAPTCHAS } from '../choices.ts';
import { documented } from './documented.ts';
import { captchaKey } from './spamSettings.ts';

const PROVIDER = 'Who makes the captcha.';
const SITE_KEY = 'The key that the provider gave you for your pages.';
const SECRET = 'The secret that the provider gave you. It is never answered.';

const EXAMPLE = { provider: 'turnstile', siteKey: '0x4AAAAAAADnPIDROrmt1Wwj' } as const;
const hosted = z.object({ provider: z.enum(HOSTED_CAPTCHAS), siteKey: captchaKey, secret: captchaKey });

/** Documents one schema as several, one for each kind of captcha. */
export const CAPTCHA_SCHEMAS = {
  AltchaCaptcha: documented({
    schema: z.object({ provider: z.enum(['altcha']) }),
    description: 'A captcha that this service checks itself, without keys.',
    fields: { provider: PROVIDER },
    keywords: { propertyNames: { not: { enum: ['siteKey', 'secret'] } } },
    example: { provider: 'altcha' },
  }),
  HostedCaptcha: documented({
    schema: z.extend(hosted, { secret: z.optional(captchaKey) }),
    description:
      'A captcha of another service. Without `secret` the stored one stays, as long as the provider is the same.',
    fields: { provider: PROVIDER, siteKey: SITE_KEY, secret: SECRET },
    example: EXAMPLE,
  }),
  NewHostedCaptcha: documented({
    schema: hosted,
    description: 'A captcha of another service.',
    fields: { provider: PROVIDER, siteKey: SITE_KEY, secret: SECRET },
    example: { ...EXAMPLE, secret: '0x4AAAAAAADnPIDROrmt1Wwj-example' },
  }),
};
