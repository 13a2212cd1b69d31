import type { MailContent } from './mailContent.ts';

export function renderText({ title, introduction, fields, remarks, link, facts }: MailContent): string {
  const rows = fields.map(({ name, lines }) => `${name}:\n${lines.map((line) => `  ${line}\n`).join('')}`);
  const paragraphs = (texts: string[]) => texts.map((text) => `${text}\n`);
  const more = link ? [`${link.text}: ${link.url}\n`] : [];
  return [`${title}\n`, ...paragraphs(introduction), ...rows, ...paragraphs(remarks), ...more, '--', ...facts].join(
    '\n',
  );
}
