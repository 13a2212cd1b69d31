import type { Captcha } from '../../contract/schemas/endpoints/spamSettings.ts';
import { element } from '../controls.ts';

export interface CaptchaParts {
  /** URL of the script before the form. */
  script: string;
  widget: string;
  /** The sources that the script needs, by directive of a Content-Security-Policy. */
  allows: Readonly<Record<string, string>>;
}

/** @param challengeUrl URL of the endpoint's challenges, absolute or relative to the page */
export function captchaParts({ provider, siteKey }: Captcha, siteUrl: string, challengeUrl: string): CaptchaParts {
  const widget = (className: string) => element('div', { class: className, 'data-sitekey': siteKey }, '');
  const inFrames = (hosts: string) => ({ 'frame-src': hosts, 'connect-src': hosts, 'img-src': hosts });
  switch (provider) {
    case 'altcha':
      return {
        script: `${siteUrl}/altcha.js`,
        widget: element('altcha-widget', { challenge: challengeUrl }, ''),
        allows: { 'worker-src': 'blob:', 'connect-src': "'self'" },
      };
    case 'turnstile':
      return {
        script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
        widget: widget('cf-turnstile'),
        allows: inFrames('https://challenges.cloudflare.com'),
      };
    case 'hcaptcha':
      return {
        script: 'https://js.hcaptcha.com/1/api.js',
        widget: widget('h-captcha'),
        allows: inFrames('https://hcaptcha.com https://*.hcaptcha.com'),
      };
    case 'recaptcha':
      return {
        script: 'https://www.google.com/recaptcha/api.js',
        widget: widget('g-recaptcha'),
        allows: inFrames('https://www.google.com https://www.gstatic.com https://recaptcha.google.com'),
      };
  }
}
