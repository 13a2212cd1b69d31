import { type Html, html } from '../html.ts';
import { type CodeLanguage, highlight } from './highlight.ts';

export interface Code {
  caption: string;
  code: string;
  language: CodeLanguage;
}

/** A captioned code box. Long lines scroll, by keyboard too. */
export const codeBox = (caption: string, code: string, language: CodeLanguage, isCaptionSeen = true): Html =>
  html`<figure class="code">
<figcaption${isCaptionSeen ? html`` : html` class="said"`}>${caption}</figcaption>
<pre tabindex="0" role="group" aria-label="${caption}"><code>${highlight(code, language)}</code></pre>
</figure>`;
