import type { ErrorDocument } from '../../contract/errors.ts';
import { FORM_HEADINGS } from '../../contract/formHeadings.ts';
import { preferredLanguage } from '../../contract/formLanguages.ts';
import { escapeHtml } from '../../messages/escapeHtml.ts';
import { element } from '../controls.ts';
import { framed, styleSource } from './pageFrame.ts';

/**
 * A page with a text of the form's owner, below a heading in the sender's language.
 * @param headers the request's, names in lower case
 */
export function ownTextPage(
  page: keyof typeof FORM_HEADINGS,
  { name, text }: { name: string; text: string },
  headers: Readonly<Record<string, string | undefined>>,
): ErrorDocument {
  const language = preferredLanguage(headers['accept-language']);
  const heading = FORM_HEADINGS[page][language];
  const content = element('p', { class: 'own', dir: 'auto' }, escapeHtml(text));
  const policy = `default-src 'none'; style-src ${styleSource()}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;
  return { html: framed({ language, name, heading }, content), headers: { 'Content-Security-Policy': policy } };
}
