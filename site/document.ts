import { type Html, html } from './html.ts';
import type { SitePage } from './sitePage.ts';

interface Document {
  path: string;
  title: string;
  /** What a search engine shows. A page without it asks not to be found. */
  description?: string;
  /** More for the head. */
  head?: Html;
  body: Html;
}

const none = html``;

/** A whole HTML document in English with the site's stylesheet. */
export const documentPage = ({ path, title, description, head = none, body }: Document): SitePage => ({
  path,
  contentType: 'text/html; charset=utf-8',
  body: html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${description === undefined ? html`<meta name="robots" content="noindex">` : html`<meta name="description" content="${description}">`}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/site.css">
${head}</head>
${body}
</html>
`.text,
});

/** A document for developers: `body` with the site's header and footer around it, `wide` where it has columns. */
export const articlePage = ({ body, wide = false, ...page }: Document & { wide?: boolean }): SitePage =>
  documentPage({
    ...page,
    body: html`<body${wide ? none : html` class="narrow"`}>
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28">Forms backend</a>
<nav aria-label="Site"><a href="/errors">Errors</a></nav>
</header>
<main id="content" class="${wide ? 'start' : 'article'}">
${body}
</main>
<footer class="foot">No cookies, no tracking, nothing loaded from elsewhere.</footer>
</body>`,
  });
