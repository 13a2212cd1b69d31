import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../shared/messages/escapeHtml.ts';
import { Html, html } from '../html.ts';
import { type Code, codeBox } from './codeBox.ts';
import type { CodeLanguage } from './highlight.ts';
import { tabs, type Variant } from './tabs.ts';

/** A heading with an anchor. */
export interface Heading {
  id: string;
  title: string;
  depth: number;
}

const CAPTIONS: Record<string, string> = {
  sh: 'Terminal',
  json: 'JSON',
  ts: 'TypeScript',
  js: 'JavaScript',
  text: 'Text',
};

/** A heading's anchor: its words in lower case. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

// Markup in Markdown is escaped: only Markdown itself creates elements.
const escaping = { html: ({ text }: { text: string }) => escapeHtml(text) };

/** The replacement of a fenced block: code one after the other, or in tabs. */
export type Block = { codes: readonly Code[] } | { variants: readonly Variant[] };

/**
 * Renders Markdown.
 * @param blockOf replaces fenced blocks, by their language
 */
export function renderMarkdown(
  text: string,
  blockOf: (language: string, text: string) => Block | undefined = () => undefined,
): { body: Html; headings: Heading[] } {
  const headings: Heading[] = [];
  let tabsCount = 0;
  const marked = new Marked({
    renderer: {
      ...escaping,
      heading({ tokens, depth, text: source }: Tokens.Heading) {
        const title = plainText(source);
        const id = slugOf(title);
        headings.push({ id, title, depth });
        return `<h${depth} id="${id}"><a class="place" href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      code({ text: code, lang = 'sh' }: Tokens.Code) {
        const block = blockOf(lang, code);
        if (block && 'variants' in block) return `${tabs(block.variants, `tabs-${++tabsCount}`).text}\n`;
        const caption = CAPTIONS[lang] ?? lang;
        const codes = block?.codes ?? [{ caption, code, language: lang as CodeLanguage }];
        return html`${codes.map((each) => codeBox(each.caption, each.code, each.language))}\n`.text;
      },
    },
  });
  const body = new Html(marked.parse(text, { async: false }));
  return { body, headings };
}

const inlineMarked = new Marked({ renderer: escaping });

/** Renders Markdown without a page's headings; code blocks are commands. */
export const markdown = (text: string): Html => renderMarkdown(text).body;

/** Renders inline Markdown. */
export const inline = (text: string): Html => new Html(inlineMarked.parseInline(text, { async: false }));

/** The text of inline Markdown. */
export const plainText = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`([^`]*)`/g, '$1')
    .replace(/(\*\*|\*)(\S(?:.*?\S)?)\1/g, '$2');
