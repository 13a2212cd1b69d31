import { DASHBOARD_PATH } from '../shared/contract/sitePages.ts';
import { ASSETS } from './assets.ts';
import { Html, html } from './html.ts';
import { PLACEHOLDERS } from './placeholders.ts';
import type { SitePage } from './sitePage.ts';

interface Document {
  path: string;
  title: string;
  /** The description for search engines; without one the page is not indexed. */
  description?: string;
  style: Pick<SitePage, 'path' | 'body'>;
  /** True if the page contains stylesheet and icon. Default: it links to them. */
  isWhole?: boolean;
  /** Additional markup for the head. */
  head?: Html;
  body: Html;
}

const none = html``;
/** The icon, for pages that contain it. */
export const ICON_URL = `data:image/svg+xml,${encodeURIComponent(ASSETS.icon.body)}`;

export const documentPage = ({
  path,
  title,
  description,
  style,
  isWhole = false,
  head = none,
  body,
}: Document): SitePage => ({
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
<link rel="icon" href="${isWhole ? ICON_URL : ASSETS.icon.path}" type="image/svg+xml">
${isWhole ? html`<style>${new Html(style.body)}</style>` : html`<link rel="stylesheet" href="${style.path}">`}
${head}</head>
${body}
</html>
`.text,
});

const SECTIONS = [
  ['/guide', 'Guide'],
  ['/api', 'API'],
  ['/errors', 'Errors'],
] as const;

type Article = Omit<Document, 'style'> & {
  /** For pages with columns. */
  wide?: boolean;
};

/** A page for developers: `body` with the site's header and footer. */
export const articlePage = ({ path, body, head = none, wide = false, ...page }: Article): SitePage =>
  documentPage({
    ...page,
    path,
    style: ASSETS.siteStyle,
    // Runs before the first paint in browsers that support `blocking`, so that choosing tabs shifts no layout.
    head: html`<script src="${ASSETS.siteScript.path}" defer blocking="render"></script>\n${head}`,
    body: html`<body${wide ? none : html` class="narrow"`}>
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<a class="brand" href="/guide"><img src="${ASSETS.icon.path}" alt="" width="28" height="28">${PLACEHOLDERS.serviceName}</a>
<nav aria-label="Site">${SECTIONS.map(([target, name]) => html`<a href="${target}"${currentOf(path, target)}>${name}</a>`)}<a href="${DASHBOARD_PATH}">Dashboard</a></nav>
<button type="button" class="find-open" data-script="${PLACEHOLDERS.searchPath}" aria-keyshortcuts="/" hidden>Search <kbd aria-hidden="true">/</kbd></button>
</header>
<main id="content" tabindex="-1"${wide ? none : html` class="article"`}>
${body}
</main>
<footer class="foot">No cookies, no tracking, nothing loaded from elsewhere.</footer>
${SEARCH}
</body>`,
  });

/** Needs the script. */
const SEARCH = html`<dialog class="find" aria-label="Search">
<form method="dialog" role="search">
<label for="find" class="said">Search the guide, the API reference and the errors</label>
<div class="find-head"><input id="find" type="search" placeholder="Search the guide, the API and errors" autocomplete="off" spellcheck="false" aria-describedby="found"><button type="button">Close</button></div>
<p id="found" role="status"></p>
<ul class="results"></ul>
</form>
</dialog>`;

/** Marks a link to this page or to its section. */
function currentOf(path: string, target: string): Html {
  if (path === target) return html` aria-current="page"`;
  return path.startsWith(`${target}/`) ? html` aria-current="true"` : none;
}
