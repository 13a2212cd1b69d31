import { escapeHtml, unescapeHtml } from '../shared/messages/escapeHtml.ts';

/** Markup that is safe to insert as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Values for text and quoted attributes. */
export type Content = string | number | Html | readonly Content[];

/** A template that escapes every value except markup, and joins lists without a separator. */
export const html = (strings: TemplateStringsArray, ...values: Content[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(render)));

function render(content: Content): string {
  if (content instanceof Html) return content.text;
  return typeof content === 'object' ? content.map(render).join('') : escapeHtml(String(content));
}

/** The text of some markup. */
export const htmlText = ({ text }: Html): string => unescapeHtml(text.replace(/<[^>]*>/g, ''));
