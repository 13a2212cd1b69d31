import { Marked } from 'marked';
import { codeBox } from '../code.ts';
import { escapeHtml, Html } from '../html.ts';

const marked = new Marked({
  renderer: {
    code: ({ text }) => `${codeBox('Shell', text, 'sh').text}\n`,
    // Markup in a text is a part of that text: only Markdown makes elements.
    html: ({ text }) => escapeHtml(text),
  },
});

/** Renders Markdown; its blocks of code are commands. */
export const markdown = (text: string): Html => new Html(marked.parse(text, { async: false }));

/** Renders Markdown within a paragraph. */
export const inline = (text: string): Html => new Html(marked.parseInline(text, { async: false }));
