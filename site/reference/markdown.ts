import { codeBox } from '../code.ts';
import { type Html, html } from '../html.ts';

/** Renders what the document's texts use of CommonMark: paragraphs, fenced shell code, code, emphasis, links. */
export const markdown = (text: string): Html[] =>
  text.split(/\n{2,}/).map((block) => {
    const code = /^```sh\n([\s\S]*)\n```$/.exec(block)?.[1];
    return code === undefined ? html`<p>${inline(block)}</p>\n` : html`${codeBox('Shell', code, 'sh')}\n`;
  });

/** The same within a line. */
export function inline(text: string): Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: found, 1: code, 2: emphasis, 3: label = '', 4: address, index } of text.matchAll(MARKS)) {
    parts.push(html`${text.slice(end, index)}`);
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (emphasis !== undefined) parts.push(html`<em>${emphasis}</em>`);
    else parts.push(html`<a href="${address ?? ''}">${inline(label)}</a>`);
    end = index + found.length;
  }
  return [...parts, html`${text.slice(end)}`];
}

const MARKS = /`([^`]+)`|\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)/g;
