import { articlePage } from '../document.ts';
import { html } from '../html.ts';
import type { SitePage } from '../sitePage.ts';
import { CONTACT_FORM } from './contactForm.ts';
import { DEPLOYING } from './deploying.ts';
import { FILES } from './files.ts';
import { KEYS } from './keys.ts';
import { LIMITS_SECTION } from './limits.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { REDIRECTS } from './redirects.ts';
import { FETCH, REACT } from './scripts.ts';
import { SPAM } from './spam.ts';
import { SUBMISSIONS } from './submissions.ts';

const SECTIONS = [
  CONTACT_FORM,
  FETCH,
  REACT,
  REDIRECTS,
  FILES,
  SUBMISSIONS,
  SPAM,
  KEYS,
  NOTIFICATIONS,
  DEPLOYING,
  LIMITS_SECTION,
];

/** How to use the service, from nothing to a working form and beyond. */
export const guidePage = (): SitePage =>
  articlePage({
    path: '/guide',
    title: 'Guide · Forms backend',
    description:
      'From nothing to a working contact form: HTML, fetch, React, redirects, files, spam, keys, notifications, limits.',
    wide: true,
    body: html`<h1>Guide</h1>
<p class="lead">From nothing to a working contact form in a static page, and what to know after that.</p>
<div class="guide">
<nav aria-label="On this page">
<ul class="links">
${SECTIONS.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul>
</nav>
<div class="article">
${SECTIONS.map(({ id, title, body }) => html`<section aria-labelledby="${id}">\n<h2 id="${id}">${title}</h2>\n${body}\n</section>\n`)}</div>
</div>`,
  });
