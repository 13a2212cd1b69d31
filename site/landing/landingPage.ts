import { ASSETS } from '../assets.ts';
import { codeBox } from '../docs/codeBox.ts';
import { articlePage } from '../document.ts';
import { exampleText } from '../guide/examples.ts';
import { type Html, html } from '../html.ts';
import { FORM_ADDRESS, PLACEHOLDERS } from '../placeholders.ts';
import type { SitePage } from '../sitePage.ts';
import type { Demo } from './demo.ts';
import { features } from './features.ts';
import { measured } from './measured.ts';
import { picture } from './pictures.ts';

/** The product in one look, and a form to paste. With a demo also a working form. */
export const landingPage = (demo: Demo | undefined): SitePage =>
  articlePage({
    path: '/',
    title: `${PLACEHOLDERS.serviceName}: HTML forms that reach you`,
    description: 'A self-hosted backend for HTML forms: an inbox, mails, webhooks, files, spam protection and an API.',
    wide: true,
    head: html`<link rel="stylesheet" href="${ASSETS.landingStyle.path}">\n`,
    body: html`<div class="hero">
<div>
<h1>HTML forms that reach you</h1>
<p class="lead">Point any form at your own URL. Submissions arrive in an inbox, by mail and by webhook.</p>
<p>For static sites and small apps. Your page needs no script, and you run no server. The data stays yours: the service runs in your own AWS account.</p>
<p class="actions"><a class="button" href="/app">Open the dashboard</a> <a href="#try">Try it</a> <a href="/guide/deploy">Deploy</a></p>
</div>
${codeBox('Paste this into your page', snippet(demo), 'html')}
</div>
<figure class="shot">
${picture('dashboard', { isLazy: false, narrow: 'phone' })}
<figcaption><strong>Inbox.</strong> Read, reply, mark and delete, by mouse or keyboard, also on a phone.</figcaption>
</figure>
${features()}
${measured()}
${demo ? demoSection(demo) : trySection}
${deploySection}`,
  });

const snippet = (demo: Demo | undefined): string =>
  exampleText('form.html').replace(FORM_ADDRESS, (address) => demo?.formAction ?? address);

const demoSection = ({
  formAction,
  inboxUrl,
}: Demo): Html => html`<section class="card" id="try" aria-labelledby="try-title">
<div>
<h2 id="try-title">Try it</h2>
<p>An ordinary HTML form that posts to this service.</p>
<ol>
<li>Fill in the form and send it.</li>
<li>In the <a href="/app">dashboard</a>, your submission is at the top of “Contact form”.</li>
<li>Read its notification in the <a href="${inboxUrl}">demo mailbox</a>.</li>
</ol>
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

const trySection = html`<section class="card" id="try" aria-labelledby="try-title">
<div>
<h2 id="try-title">Try it</h2>
<p>The whole service runs on your own machine, with a dashboard, a demo form and a mailbox. You need Node.js on Linux, but no AWS account. <a href="/guide/local">More about it</a></p>
</div>
${codeBox('Terminal', 'npm ci && npm start', 'sh')}
</section>`;

const deploySection = html`<section class="card" aria-labelledby="deploy-title">
<div>
<h2 id="deploy-title">Deploy</h2>
<p>One command takes you from an empty AWS account to the first mail, and asks before each step. No server, no container. <a href="/guide/deploy">All steps</a></p>
</div>
${codeBox('Terminal', exampleText('setup.sh'), 'sh')}
</section>`;
