import { docsUrl, FORM_PAGE_CODES, FORM_PAGES, type FormPageName } from '../../shared/contract/sitePages.ts';
import { FORM_TEXTS } from '../formTexts.ts';
import { type Html, html } from '../html.ts';
import { example } from './examples.ts';
import type { Section } from './section.ts';

const WHEN: Readonly<Record<FormPageName, Html>> = {
  thankYou: html`The form was stored, and the endpoint names no page of its own.`,
  notFound: html`There is no such endpoint, or it was deleted.`,
  disabled: html`The endpoint is switched off: its <code>isEnabled</code> is <code>false</code>.`,
  forbidden: html`The form is on a website that is not among the endpoint’s <code>allowedOrigins</code>.`,
  invalid: html`The form is empty, too large, or not in UTF-8.`,
  captcha: html`The endpoint asks for a <a href="#spam">captcha</a>, and the form sent no answer to it.`,
  files: html`The endpoint takes no <a href="#files">files</a>, fewer, or none of this type; or a file that was sent before is not there.`,
  tooLarge: html`The files are larger than a form can send without a script, or than the endpoint takes.`,
  busy: html`More forms came than the service lets through. This one was not stored.`,
  error: html`The service failed. The form may have been stored, or not.`,
};

const pageRow = (name: FormPageName): Html =>
  html`<div><dt><a href="${FORM_PAGES[name]}">${FORM_TEXTS[name].en.heading}</a></dt><dd>${WHEN[name]}${FORM_PAGE_CODES[name].map((code) => html` <a class="code-link" href="${docsUrl('', code)}">${code}</a>`)}</dd></div>\n`;

/** Where people land. */
export const REDIRECTS: Section = {
  id: 'redirects',
  title: 'Redirects',
  body: html`<p>A browser that sends a form by itself is always led on to a page. After success that is the endpoint’s <code>redirectUrl</code>, an address of yours that starts with <code>https://</code> or <code>http://</code>:</p>
${example('set-redirect.sh', 'Terminal: a thank-you page of your own')}
<p>Without it, and whenever a form fails, people land on a page of the service:</p>
<dl class="fields outcomes">
${(Object.keys(FORM_PAGES) as FormPageName[]).map(pageRow)}</dl>
<p>These pages speak the language of the reader’s browser. To make them speak the language of your site, put it at the end of the form’s address: <code>action="…/YOUR-ENDPOINT-ID#de"</code>.</p>
<p>Scripts are not redirected: they get JSON, as <a href="#fetch">above</a>.</p>`,
};
