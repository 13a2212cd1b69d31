import type { CaptchaProvider } from '../contract/choices.ts';
import type { Endpoint } from '../contract/schemas/endpoints/endpoint.ts';
import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';
import { escapeHtml } from '../messages/escapeHtml.ts';
import { choices, control, element, isGroup, labelOf } from './controls.ts';

/** What a form depends on besides its endpoint. */
export interface FormContext {
  apiUrl: string;
  siteUrl: string;
  /** The label of the empty option. */
  choose: string;
}

type PartsOfForm = { script: string; widget: string };

/** A form's markup for each captcha: the script before the form, and the widget. */
const CAPTCHA_PARTS: Record<CaptchaProvider, (endpoint: Endpoint, context: FormContext) => PartsOfForm> = {
  altcha: ({ id }, { apiUrl, siteUrl }) => ({
    script: `${siteUrl}/altcha.js`,
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

const EXAMPLE_FIELDS: readonly FieldRule[] = [
  { name: 'email', label: 'Email', type: 'email', required: true },
  { name: 'message', label: 'Message', type: 'textarea', required: true },
];
const EXAMPLE_FILES: FieldRule = { name: 'files', label: 'Files', type: 'file', multiple: true };

/** The form to paste for an endpoint: a control for each rule, or else an example. */
export function formOf(endpoint: Endpoint, context: FormContext): string {
  const { apiUrl, siteUrl } = context;
  const fields = endpoint.fields ?? [...EXAMPLE_FIELDS, ...(endpoint.files ? [EXAMPLE_FILES] : [])];
  const hasFiles = fields.some(({ type }) => type === 'file');
  const { script, widget } = (endpoint.captcha && CAPTCHA_PARTS[endpoint.captcha.provider](endpoint, context)) ?? {};
  const lines = [
    script && `<script src="${script}" async defer></script>\n`,
    hasFiles && `<script src="${siteUrl}/forms.js" defer></script>\n`,
    `<form method="post" accept-charset="utf-8"${hasFiles ? ' enctype="multipart/form-data" data-forms' : ''}\n  action="${apiUrl}/v1/f/${endpoint.id}">`,
    ...fields.flatMap((rule) => linesOf(rule, context)).map((line) => `  ${line}`),
    '  <div aria-hidden="true" style="position: absolute; left: -9999px">',
    '    <label>Leave this empty <input name="_gotcha" tabindex="-1" autocomplete="off"></label>',
    '  </div>',
    widget && `  ${widget}`,
    '  <button>Send</button>\n</form>',
  ];
  return lines.filter(Boolean).join('\n');
}

function linesOf(rule: FieldRule, { choose }: FormContext): string[] {
  const { type, pattern, message } = rule;
  if (type === 'radio' || isGroup(rule)) {
    const each = choices(rule, { values: [], more: {} }).map((choice) => `  ${choice}`);
    return ['<fieldset>', `  ${element('legend', {}, escapeHtml(labelOf(rule)))}`, ...each, '</fieldset>'];
  }
  if (type === 'checkbox') return choices(rule, { values: [], more: {} });
  // HTML: a title describes the pattern.
  const more = { title: pattern && message };
  const markup = control(rule, { values: [], more, choose });
  return [type === 'hidden' ? markup : `<label>${escapeHtml(labelOf(rule))} ${markup}</label>`];
}
