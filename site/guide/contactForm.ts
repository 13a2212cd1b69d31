import { html } from '../html.ts';
import { example } from './examples.ts';
import type { Section } from './section.ts';

/** From nothing to the first submission. */
export const CONTACT_FORM: Section = {
  id: 'contact-form',
  title: 'A contact form',
  body: html`<p>You need the address of the service and a key. On your own machine <code>npm start</code> prints both; in AWS they come from <a href="#deploying">the deployment</a>. Put them into a terminal: the commands on this page use them.</p>
${example('settings.sh', 'Terminal: your settings')}

<h3>1. Make an endpoint</h3>
<p>An endpoint is what a form posts to. It knows whom to notify. Its <code>slug</code> is a short name, unique in your workspace.</p>
${example('create-endpoint.sh', 'Terminal: make an endpoint')}
<p>The answer has the endpoint’s <code>id</code>, which goes into the form.</p>
${example('endpoint.json', 'Answer, laid out: the endpoint')}

<h3>2. Paste the form</h3>
<p>Put your endpoint’s id in place of <code>YOUR-ENDPOINT-ID</code>. That is all: no script, no key, nothing else on the page.</p>
${example('form.html', 'HTML: a form without script')}
<ul>
<li>Every field that has a <code>name</code> is stored under it. Use any names you like.</li>
<li>A name that occurs more than once, such as a group of checkboxes, becomes a list.</li>
<li>What is in the field <code>email</code> becomes the <a href="#notifications">Reply-To</a> of the mail you get.</li>
<li>The browser checks <code>required</code>, <code>type="email"</code> and <code>maxlength</code>. The service takes what it is sent: treat it as what a stranger wrote.</li>
<li>Files are not accepted. A form with a file in it is <a href="/errors/UNSUPPORTED_MEDIA_TYPE">refused</a>.</li>
</ul>

<h3>3. Send it and look</h3>
<p>Whoever sends the form lands on a <a href="/thank-you">thank-you page</a>. You get a mail, and the submission is in the list, newest first.</p>
${example('list-submissions.sh', 'Terminal: list the submissions')}
${example('submissions.json', 'Answer, laid out: the submissions')}
<p><code>location</code> is the sender’s country, or <code>Unknown</code>. IP addresses are never stored.</p>`,
};
