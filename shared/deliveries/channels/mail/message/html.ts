import { escapeHtml } from '../../../../messages/escapeHtml.ts';
import type { MailContent } from './mailContent.ts';

/** Mail clients drop style sheets except the head's; widths fit a phone, colours follow the reader's scheme. */
const STYLE = `
body{margin:0;padding:24px 12px;background:#f3f4f6;color:#111827;font:16px/1.5 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{display:block;max-width:600px;margin:0 auto;padding:24px;background:#fff;border:1px solid #e5e7eb;border-radius:12px}
h1{margin:0 0 20px;font-size:20px;line-height:1.3}
dl{margin:0}
dt{margin:16px 0 2px;font-size:13px;font-weight:600;color:#4b5563;overflow-wrap:anywhere}
dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
p{margin:16px 0 0;overflow-wrap:anywhere;white-space:pre-line}
a{color:inherit}
.act a{display:inline-block;padding:10px 20px;border-radius:8px;background:#0f766e;color:#fff;font-weight:600;text-decoration:none}
footer{margin-top:24px;padding-top:16px;border-top:1px solid #e5e7eb;font-size:12px;color:#4b5563;overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){
body{background:#0b0f19;color:#f3f4f6}
main{background:#111827;border-color:#374151}
dt,footer{color:#9ca3af}
footer{border-color:#374151}
}`;

/** The HTML of a mail. All submitted text is escaped; text direction follows each value's script. */
export function renderHtml(content: MailContent): string {
  const { title, heading, introduction, fields, remarks, link, facts, footer } = content;
  // The owner of a form may write to its senders in any language.
  const direction = footer ? ' dir="auto"' : '';
  const paragraphs = (texts: string[]) => texts.map((text) => `<p${direction}>${escapeHtml(text)}</p>`).join('\n');
  const rows = fields.map(
    ({ name, lines }) => `<dt dir="auto">${escapeHtml(name)}</dt><dd dir="auto">${escapeHtml(lines.join('\n'))}</dd>`,
  );
  const asked = footer?.action
    ? `<p dir="${footer.dir}">${escapeHtml(footer.action.before)}</p>\n<p dir="${footer.dir}" class="act">${anchor(footer.action)}</p>`
    : '';
  const more = link ? `<p>${anchor(link)}</p>` : '';
  const last = [...facts.map(escapeHtml), ...(footer ? [anchor(footer.link)] : [])].join('<br>');
  const list = rows.length > 0 ? `<dl>\n${rows.join('\n')}\n</dl>` : '';
  return `<!doctype html>
<html lang="${footer?.language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 dir="auto">${escapeHtml(heading)}</h1>
${[paragraphs(introduction), list, paragraphs(remarks), asked, more].filter(Boolean).join('\n')}
<footer${footer ? ` dir="${footer.dir}"` : ''}>${last}</footer>
</main>
</body>
</html>`;
}

const anchor = ({ text, url }: { text: string; url: string }): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
