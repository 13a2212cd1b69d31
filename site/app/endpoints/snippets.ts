import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import type { CaptchaProvider } from '../../../shared/contract/schemas/spamSettings.ts';
import { apiUrl } from '../api/client.ts';

type PartsOfForm = { script: string; widget: string };

/** What a form needs for each captcha: the script before it, and the place of its widget. */
const CAPTCHA_PARTS: Record<CaptchaProvider, (endpoint: Endpoint) => PartsOfForm> = {
  altcha: ({ id }) => ({
    script: `${location.origin}/altcha.js`,
    widget: `<altcha-widget challenge="${apiUrl}/v1/f/${id}/challenge"></altcha-widget>`,
  }),
  turnstile: (endpoint) => ({
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    widget: widgetOf('cf-turnstile', endpoint),
  }),
  hcaptcha: (endpoint) => ({ script: 'https://js.hcaptcha.com/1/api.js', widget: widgetOf('h-captcha', endpoint) }),
  recaptcha: (endpoint) => ({
    script: 'https://www.google.com/recaptcha/api.js',
    widget: widgetOf('g-recaptcha', endpoint),
  }),
};

const widgetOf = (className: string, { captcha }: Endpoint): string =>
  `<div class="${className}" data-sitekey="${captcha?.siteKey?.replaceAll('"', '&quot;') ?? ''}"></div>`;

function formOf(endpoint: Endpoint): string {
  const { files } = endpoint;
  const { script, widget } = (endpoint.captcha && CAPTCHA_PARTS[endpoint.captcha.provider](endpoint)) ?? {};
  const lines = [
    script && `<script src="${script}" async defer></script>\n`,
    files && `<script src="${location.origin}/forms.js" defer></script>\n`,
    `<form method="post" accept-charset="utf-8"${files ? ' enctype="multipart/form-data" data-forms' : ''}\n  action="${apiUrl}/v1/f/${endpoint.id}">`,
    '  <label>Email <input type="email" name="email" required></label>',
    '  <label>Message <textarea name="message" required></textarea></label>',
    '  <div aria-hidden="true" style="position: absolute; left: -9999px">',
    '    <label>Leave this empty <input name="_gotcha" tabindex="-1" autocomplete="off"></label>',
    '  </div>',
    files && '  <label>Files <input type="file" name="files" multiple></label>',
    widget && `  ${widget}`,
    '  <button>Send</button>\n</form>',
  ];
  return lines.filter(Boolean).join('\n');
}

/** What people paste to use an endpoint. */
export const SNIPPETS: Record<'html' | 'fetch' | 'curl', (endpoint: Endpoint) => string> = {
  html: formOf,
  fetch: ({ id }) => `const response = await fetch('${apiUrl}/v1/f/${id}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ email: 'ada@example.com', message: 'Hello' }),
});
if (!response.ok) throw new Error((await response.json()).message);`,
  curl: ({ id }) => `curl ${apiUrl}/v1/f/${id} \\
  --json '{"email": "ada@example.com", "message": "Hello"}'`,
};
