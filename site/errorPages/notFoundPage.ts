import { articlePage } from '../document.ts';
import { html } from '../html.ts';
import { PLACEHOLDERS } from '../placeholders.ts';
import type { SitePage } from '../sitePage.ts';

export const NOT_FOUND_PATH = '/404.html';

/** Served with status 404 for unknown paths. */
export const notFoundPage = (): SitePage =>
  articlePage({
    path: NOT_FOUND_PATH,
    title: `Page not found · ${PLACEHOLDERS.serviceName}`,
    body: html`<h1>There is no page here</h1>
<p class="lead">The URL may be mistyped, or the page has moved.</p>
<p class="actions"><a class="button" href="/guide">To the guide</a> <a href="/errors">All errors of the API</a></p>`,
  });
