import { type CodeLanguage, highlight } from './highlight.ts';
import { type Html, html } from './html.ts';

/** A piece of code: its caption says what it is, or which file. */
export interface Code {
  caption: string;
  code: string;
  language: CodeLanguage;
}

/** A box of code under its caption. Lines that are too long scroll within it, by keyboard too. */
export const codeBox = (caption: string, code: string, language: CodeLanguage, isCaptionSeen = true): Html =>
  html`<figure class="code">
<figcaption${isCaptionSeen ? html`` : html` class="said"`}>${caption}</figcaption>
<pre tabindex="0" role="group" aria-label="${caption}"><code>${highlight(code, language)}</code></pre>
</figure>`;
