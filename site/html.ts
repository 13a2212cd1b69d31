import { escapeHtml, unescapeHtml } from '../shared/runtime/escapeHtml.ts';

/** Markup that may stand in a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand between tags or in a quoted attribute. */
export type Content = string | number | Html | readonly Content[];

/** A template that escapes every value which is not markup itself; lists are joined without a separator. */
export const html = (strings: TemplateStringsArray, ...values: Content[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(render)));

function render(content: Content): string {
  if (content instanceof Html) return content.text;
  return typeof content === 'object' ? content.map(render).join('') : escapeHtml(String(content));
}

/** What markup says. */
export const htmlText = ({ text }: Html): string => unescapeHtml(text.replace(/<[^>]*>/g, ''));
