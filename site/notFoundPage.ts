import { articlePage } from './document.ts';
import { html } from './html.ts';
import type { SitePage } from './sitePage.ts';

/** Served with status 404 for every path that has no page. */
export const notFoundPage = (): SitePage =>
  articlePage({
    path: '/404.html',
    title: 'Page not found · Forms backend',
    body: html`<h1>There is no page here</h1>
<p class="lead">The address may be mistyped, or the page has moved.</p>
<p class="actions"><a class="button" href="/">To the start page</a> <a href="/errors">All errors of the API</a></p>`,
  });
