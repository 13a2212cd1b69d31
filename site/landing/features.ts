import { codeBox } from '../code.ts';
import { exampleText } from '../guide/examples.ts';
import { type Html, html } from '../html.ts';
import { picture } from '../pictures.ts';

const FORM_WITH_FILE = `<form method="post" enctype="multipart/form-data"
  data-forms action="…">
  <input type="file" name="documents" multiple>
</form>`;

const EXPORTED = `id,receivedAt,…,data.email,data.message
sub_01K5…,2026-11-24T08:30…,…,ada@example.com,"Is …"
sub_01K5…,2026-11-24T08:12…,…,grace@example.com,…`;

/** What the service does: a line each, with a picture or a snippet. */
export function features(): Html {
  const event = JSON.stringify(JSON.parse(exampleText('event.json')), null, 2)
    .split('\n')
    .slice(0, 5);
  return html`<section class="features" aria-label="What it does">
${feature('Spam protection', '/guide/spam', 'Spam is kept and explained, not lost. Hidden fields, ALTCHA or another captcha, blocked terms, a filter that learns from you.', picture('spam', { isLazy: true }))}
${feature('Search', '/guide/inbox', 'Words, phrases, fields and dates, over every submission.', picture('search', { isLazy: true }))}
${feature('Mails', '/guide/mails', 'A mail for each submission. Reply to it, and you reply to the sender.', mail())}
${feature('Webhooks', '/guide/webhooks', 'Signed events for your own programs, with retries for three days and a log of every attempt.', codeBox('A webhook’s body', `${event.join('\n')}\n    …`, 'json'))}
${feature('Files', '/guide/files', 'Up to 100 MB each, checked by content: programs, scripts and macros are refused.', codeBox('A form with files', FORM_WITH_FILE, 'html'))}
${feature('Export and API', '/guide/export', 'Everything as CSV or JSON, from the dashboard or over the API.', codeBox('submissions.csv', EXPORTED, 'text'))}
</section>`;
}

const feature = (name: string, address: string, line: string, shown: Html): Html => html`<div class="feature">
<h2><a href="${address}">${name}</a></h2>
<p>${line}</p>
${shown}
</div>`;

/** The mail about the guide's example submission. */
function mail(): Html {
  const [submission] = JSON.parse(exampleText('submissions.json')).submissions;
  const fields = Object.entries<string>(submission.data);
  return html`<figure class="mail code">
<figcaption>A mail to you</figcaption>
<dl class="mail-head">
<div><dt>Subject</dt><dd>New submission: Contact form</dd></div>
<div><dt>Reply-To</dt><dd>${submission.data.email}</dd></div>
</dl>
<dl>
${fields.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
</figure>`;
}
