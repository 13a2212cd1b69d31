import { CAPTCHA_FIELDS, isControlField, otherControls } from '../../contract/controlFields.ts';
import type { ErrorDocument } from '../../contract/errors.ts';
import { FORM_PAGE_BYTES_MAX, FORM_PAGE_VALUES_MAX } from '../../contract/limits.ts';
import type { FieldRule } from '../../contract/schemas/endpoints/fieldRules.ts';
import { escapeHtml } from '../../messages/escapeHtml.ts';
import { labelsOf } from '../../messages/labels.ts';
import type { LabelOf } from '../../messages/outline.ts';
import { isSecret } from '../../messages/secrets.ts';
import { element } from '../controls.ts';
import { type CaptchaParts, captchaParts } from './captchaParts.ts';
import { fieldMarkup } from './fieldMarkup.ts';
import { framed, styleSource } from './pageFrame.ts';
import { PAGE_TEXTS } from './pageTexts.ts';
import { type RefusedForm, textsOf } from './refusedForm.ts';

const CAPTCHA_ANSWERS: readonly string[] = Object.values(CAPTCHA_FIELDS).flat();

/**
 * The page that shows a rejected form again, with everything that was typed and an error beside each invalid field.
 * @returns undefined if there is too much to show
 */
export function formPage(form: RefusedForm): ErrorDocument | undefined {
  if (Object.values(form.body).flat().length > FORM_PAGE_VALUES_MAX) return undefined;
  const { language, captcha, endpointId, siteUrl } = form;
  const say = (name: keyof typeof PAGE_TEXTS): string => escapeHtml(PAGE_TEXTS[name][language]);
  // Relative to the page's URL, which ends with the endpoint's id, or with a slash after it.
  const challengeUrl = form.path.endsWith('/') ? 'challenge' : `${endpointId}/challenge`;
  const parts = captcha && captchaParts(captcha, siteUrl, challengeUrl);
  const shown = form.fields.filter(({ name, type }) => type !== 'hidden' && name !== form.honeypotField);
  const labelOf = labelsOf([...form.fields.map(({ name }) => name), ...Object.keys(form.body)], form.fields);
  const firstWrong = shown.find(({ name }) => form.issues.some(({ field }) => field === name));
  const content = [
    ...shown.map((rule, index) =>
      fieldMarkup({ ...rule, label: labelOf(rule.name) }, `field-${index + 1}`, form, rule === firstWrong),
    ),
    ...carriedOn(form, shown, labelOf),
    ...(parts ? [parts.widget] : []),
    element('button', {}, say('send')),
  ];
  const head = parts ? element('script', { src: parts.script, async: true, defer: true }, '') : '';
  const html = framed(
    { language, name: form.name, heading: PAGE_TEXTS.heading[language], head },
    `<p>${say('text')}</p>
${leftOut(form, say('leftOut'), labelOf)}${element('form', { method: 'post', enctype: 'multipart/form-data', 'accept-charset': 'utf-8' }, `\n${content.join('\n')}\n`)}`,
  );
  return Buffer.byteLength(JSON.stringify(html)) > FORM_PAGE_BYTES_MAX
    ? undefined
    : { html, headers: headersFor(siteUrl, parts) };
}

/** Fields without a control on this page: they are sent unchanged. Secrets are asked for again. */
function carriedOn(form: RefusedForm, shown: readonly FieldRule[], labelOf: LabelOf): string[] {
  const isShown = new Set(shown.map(({ name }) => name));
  const isKnown = new Set(form.fields.map(({ name }) => name));
  const others = otherControls(form.body, form.fields);
  const isControl = (name: string) => isControlField(name) || others.has(name);
  return Object.entries(form.body)
    .filter(([name]) => !isShown.has(name) && !CAPTCHA_ANSWERS.includes(name))
    .filter(
      ([name]) =>
        isKnown.has(name) || isControl(name) || name === form.honeypotField || form.unknownFields !== 'refuse',
    )
    .flatMap(([name, value], index) => {
      const values = textsOf(value);
      if (!isControl(name) && isSecret({ name }, values)) {
        return [fieldMarkup({ name, label: labelOf(name), type: 'password' }, `more-${index + 1}`, form, false)];
      }
      return values.map((text) => element('input', { type: 'hidden', name, value: text }));
    });
}

/** Lists the unknown fields that the endpoint rejected. */
function leftOut({ issues }: RefusedForm, text: string, labelOf: LabelOf): string {
  const names = issues
    .filter(({ code }) => code === 'unknownField')
    .map(({ field }) => `<bdi>${escapeHtml(labelOf(field))}</bdi>`);
  return names.length === 0 ? '' : `${element('p', {}, `${text} ${names.join(', ')}`)}\n`;
}

/** The page allows only its own style and the captcha's script. The form may redirect anywhere. */
function headersFor(siteUrl: string, parts: CaptchaParts | undefined): Record<string, string> {
  const policy = [
    "default-src 'none'",
    // Widgets bring styles of their own.
    parts ? "style-src 'unsafe-inline'" : `style-src ${styleSource()}`,
    ...(parts ? [`script-src ${scriptsOf(siteUrl, parts)}`] : []),
    ...Object.entries(parts?.allows ?? {}).map(([directive, hosts]) => `${directive} ${hosts}`),
    "form-action 'self' https: http:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  // The form must send the page's origin to the API.
  return { 'Content-Security-Policy': policy.join('; '), 'Referrer-Policy': 'same-origin' };
}

const scriptsOf = (siteUrl: string, { script, allows }: CaptchaParts): string =>
  [...new Set([new URL(script).origin, allows['frame-src'] ?? new URL(siteUrl).origin])].join(' ');
