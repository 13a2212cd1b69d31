import { fieldsOf, type MessageContent, printableName } from './fields.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML shows it; nothing in it is markup any more. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Mail clients drop style sheets but for the head's; widths fit a phone, colours follow the reader's scheme. */
const STYLE = `
body{margin:0;padding:24px 12px;background:#f3f4f6;color:#111827;font:16px/1.5 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{display:block;max-width:600px;margin:0 auto;padding:24px;background:#fff;border:1px solid #e5e7eb;border-radius:12px}
h1{margin:0 0 20px;font-size:20px;line-height:1.3}
dl{margin:0}
dt{margin:16px 0 2px;font-size:13px;font-weight:600;color:#4b5563;overflow-wrap:anywhere}
dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
footer{margin-top:24px;padding-top:16px;border-top:1px solid #e5e7eb;font-size:12px;color:#4b5563;overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){
body{background:#0b0f19;color:#f3f4f6}
main{background:#111827;border-color:#374151}
dt,footer{color:#9ca3af}
footer{border-color:#374151}
}`;

/** The HTML of a notification. Everything submitted is escaped; direction follows each value's own script. */
export function renderHtml({ endpointName, submission }: MessageContent): string {
  const fields = fieldsOf(submission).map(
    ({ name, value }) =>
      `<dt dir="auto">${escapeHtml(printableName(name))}</dt><dd dir="auto">${escapeHtml(value)}</dd>`,
  );
  const body = fields.length > 0 ? `<dl>${fields.join('\n')}</dl>` : '<p>The form was sent without any field.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>New submission</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 dir="auto">${escapeHtml(endpointName)}</h1>
${body}
<footer>Submission ${escapeHtml(submission.id)}<br>Endpoint ${escapeHtml(submission.endpointId)}<br>Sent from ${escapeHtml(submission.location)}</footer>
</main>
</body>
</html>`;
}
