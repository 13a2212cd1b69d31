import type { Demo } from './demo.ts';
import { articlePage } from './document.ts';
import { type Html, html } from './html.ts';
import type { SitePage } from './sitePage.ts';

/** Shown where there is no demo; to be replaced by the reader. */
const PLACEHOLDER_ACTION = 'https://api.example/v1/f/enp_…';

/** What this is, for whom, and a form to paste. With a demo also a form that works. */
export const landingPage = (demo: Demo | undefined): SitePage =>
  articlePage({
    path: '/',
    title: 'Forms backend: HTML forms that reach you',
    description: 'A self-hosted backend for HTML forms: submissions are stored, mailed and readable over an API.',
    wide: true,
    body: html`<section class="hero">
<div>
<h1>A forms backend in your own AWS account.</h1>
<p class="lead">Give any HTML form an address to send to. What people submit is stored, mailed to whoever should see it, and there to read over an API.</p>
<p>For people who build static sites and small apps, and want what visitors write to stay with them. No script on your page, no server to look after.</p>
${demo ? html`<p class="actions"><a class="button" href="#demo">Try it here</a></p>` : html``}
</div>
${snippet(demo?.formAction ?? PLACEHOLDER_ACTION)}
</section>
${steps}
${demo ? demoSection(demo) : html``}`,
  });

const snippet = (action: string): Html => html`<figure>
<figcaption>Paste this into your page</figcaption>
<pre><code>${`<form method="post" action="${action}">
  <label>Email
    <input type="email" name="email" required>
  </label>
  <label>Message
    <textarea name="message" required></textarea>
  </label>
  <button>Send</button>
</form>`}</code></pre>
</figure>`;

const steps = html`<ol class="steps">
<li><h2>Make an endpoint</h2><p><code>POST /v1/endpoint</code> with a slug and the addresses to notify. It answers with the endpoint’s id.</p></li>
<li><h2>Paste the form</h2><p>Put the id into <code>action</code>. Name the fields as you like: every named field is stored.</p></li>
<li><h2>Read what comes in</h2><p>In your mail, or with <code>GET /v1/submissions/{endpointId}</code>, newest first.</p></li>
</ol>`;

const demoSection = ({ formAction, inboxUrl }: Demo): Html => html`<section class="demo" id="demo">
<div>
<h2>Try it</h2>
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
