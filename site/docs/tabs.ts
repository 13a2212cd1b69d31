import { type Html, html } from '../html.ts';
import { type Code, codeBox } from './codeBox.ts';

/** An example in one language or tool. */
export interface Variant {
  label: string;
  codes: readonly Code[];
}

/** The style sheet has rules for this many tabs. */
const VARIANTS_MAX = 5;

/**
 * Tabs with an example in several languages, built from radio buttons, so that they need no script.
 * @param name of the radio buttons, unique on the page
 */
export function tabs(variants: readonly Variant[], name: string): Html {
  if (variants.length > VARIANTS_MAX) throw new Error(`${name} has more than ${VARIANTS_MAX} variants.`);
  return html`<div class="tabs">
<fieldset><legend class="said">Language</legend>
${variants.map(({ label }, place) => html`<label><input type="radio" name="${name}" value="${label}"${place === 0 ? html` checked` : html``}>${label}</label>\n`)}</fieldset>
${variants.map(({ label, codes }) => html`<div class="panel">${codes.map(({ caption, code, language }) => codeBox(codes.length === 1 ? label : caption, code, language, codes.length > 1))}</div>\n`)}</div>`;
}
