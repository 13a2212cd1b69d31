import { composeMessage } from '../../shared/deliveries/channels/mail/message.ts';
import { labelsOf } from '../../shared/messages/labels.ts';
import { codeBox } from '../docs/codeBox.ts';
import { exampleText } from '../guide/examples.ts';
import { type Html, html } from '../html.ts';
import { picture } from './pictures.ts';

const FORM_WITH_FILE = `<form method="post" action="…"
  enctype="multipart/form-data"
  data-forms>
  <input type="file" name="cv">
</form>`;

const EXPORTED = `id,…,data.email,data.message
sub_01K5…,…,ada@example.com,Hi
sub_01K4…,…,tim@example.com,Hello`;

const VALUE_CHARACTERS_MAX = 20;

/** The start of the guide's example event, with long values shortened. */
function eventStart(): string {
  const shorten = (_: string, value: unknown) =>
    typeof value === 'string' && value.length > VALUE_CHARACTERS_MAX
      ? `${value.slice(0, VALUE_CHARACTERS_MAX / 2)}…`
      : value;
  const lines = JSON.stringify(JSON.parse(exampleText('event.json')), shorten, 2).split('\n');
  return [...lines.slice(0, 5), '    …'].join('\n');
}

/** The features, each with a line and a picture or snippet. */
export function features(): Html {
  return html`<section class="features" aria-label="What it does">
${feature('Spam protection', '/guide/spam', 'Hidden fields, ALTCHA or another captcha, blocked terms, and a filter that learns from you. Nothing is lost: spam is kept, with its reason.', picture('spam', { isLazy: true }))}
${feature('Search', '/guide/inbox', 'Words, phrases, fields and dates, in every submission.', picture('search', { isLazy: true }))}
${feature('Mails', '/guide/mails', 'One mail for each submission. Your reply goes to the sender.', mail())}
${feature('Webhooks', '/guide/webhooks', 'Signed events for your own programs, retried for three days, with a log of every attempt.', codeBox('A webhook’s body', eventStart(), 'json'))}
${feature('Files', '/guide/files', 'Up to 100 MB each. Programs, scripts and macros are refused, by content and by name.', codeBox('A form with files', FORM_WITH_FILE, 'html'))}
${feature('Export and API', '/guide/export', 'Everything as CSV or JSON, in the dashboard or over the API.', codeBox('submissions.csv', EXPORTED, 'text'))}
</section>`;
}

const feature = (name: string, path: string, line: string, shown: Html): Html => html`<div class="feature">
<h2><a href="${path}">${name}</a></h2>
<p>${line}</p>
${shown}
</div>`;

/** The mail about the guide's example submission. */
function mail(): Html {
  const [submission] = JSON.parse(exampleText('submissions.json')).submissions;
  const fields = Object.entries<string>(submission.data);
  const { subject, replyTo } = composeMessage(JSON.parse(exampleText('endpoint.json')), submission, '');
  const labelOf = labelsOf(Object.keys(submission.data));
  return html`<figure class="mail code">
<figcaption>A mail to you</figcaption>
<dl class="mail-head">
<div><dt>Subject</dt><dd>${subject}</dd></div>
<div><dt>Reply-To</dt><dd>${replyTo ?? ''}</dd></div>
</dl>
<dl>
${fields.map(([field, value]) => html`<dt>${labelOf(field)}</dt><dd>${value}</dd>\n`)}</dl>
</figure>`;
}
