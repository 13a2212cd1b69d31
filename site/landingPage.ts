import { codeBox } from './code.ts';
import type { Demo } from './demo.ts';
import { articlePage } from './document.ts';
import { exampleText, FORM_ADDRESS } from './guide/examples.ts';
import { type Html, html } from './html.ts';
import type { SitePage } from './sitePage.ts';

/** What this is, for whom, and a form to paste. With a demo also a form that works. */
export const landingPage = (demo: Demo | undefined): SitePage =>
  articlePage({
    path: '/',
    title: 'Forms backend: HTML forms that reach you',
    description: 'A self-hosted backend for HTML forms: submissions are stored, mailed and readable over an API.',
    wide: true,
    body: html`<div class="hero">
<div>
<h1>A forms backend in your own AWS account.</h1>
<p class="lead">Give any HTML form an address to send to. What people submit is stored, mailed to you, and there to read over an API.</p>
<p>For static sites and small apps: no script on your page, no server to look after, nobody in between.</p>
<p class="actions">${demo ? html`<a class="button" href="#demo">Try it here</a> <a href="/guide">Read the guide</a>` : html`<a class="button" href="/guide">Read the guide</a> <a href="/api">API reference</a>`}</p>
</div>
${codeBox('Paste this into your page', snippet(demo), 'html')}
</div>
${STEPS}
${demo ? demoSection(demo) : html``}
${arrivals()}`,
  });

const snippet = (demo: Demo | undefined): string =>
  exampleText('form.html').replace(FORM_ADDRESS, (address) => demo?.formAction ?? address);

const STEPS = html`<ol class="steps">
<li><h2>Make an endpoint</h2><p><code>POST /v1/endpoint</code> with a short name and the addresses to notify. It answers with the endpoint’s id.</p></li>
<li><h2>Paste the form</h2><p>Put the id into <code>action</code>. Name the fields as you like: every named field is stored.</p></li>
<li><h2>Read what comes in</h2><p>In your mail, or with <code>GET /v1/submissions/{endpointId}</code>, newest first.</p></li>
</ol>`;

/** The submission of the guide's example, as its owner gets to see it. */
function arrivals(): Html {
  const [submission] = JSON.parse(exampleText('submissions.json')).submissions;
  const fields = Object.entries<string>(submission.data);
  return html`<section class="arrivals" aria-labelledby="arrivals">
<h2 id="arrivals">What arrives</h2>
<figure class="mail">
<figcaption>A mail to you</figcaption>
<dl class="mail-head">
<div><dt>Subject</dt><dd>New submission: Contact form</dd></div>
<div><dt>Reply-To</dt><dd>${submission.data.email}</dd></div>
</dl>
<dl>
${fields.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
<p>Submission ${submission.id}<br>Endpoint ${submission.endpointId}<br>Sent from ${submission.location}</p>
</figure>
${codeBox('And the same over the API', JSON.stringify(submission, null, 2), 'json')}
</section>`;
}

const demoSection = ({
  formAction,
  inboxUrl,
}: Demo): Html => html`<section class="demo" id="demo" aria-labelledby="try">
<div>
<h2 id="try">Try it</h2>
<p>This form is an ordinary one and posts to this service. Send it, and the notification appears in the <a href="${inboxUrl}">demo inbox</a>.</p>
</div>
<form method="post" action="${formAction}">
<label for="name">Name</label>
<input id="name" name="name" autocomplete="name" required>
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required>
<label for="message">Message</label>
<textarea id="message" name="message" rows="4" required></textarea>
<button>Send</button>
</form>
</section>`;
