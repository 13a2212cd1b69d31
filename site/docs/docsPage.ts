import { ASSETS } from '../assets.ts';
import { articlePage } from '../document.ts';
import { type Html, html } from '../html.ts';
import { PLACEHOLDERS } from '../placeholders.ts';
import type { SitePage } from '../sitePage.ts';
import { contents, type Group, type Link } from './contents.ts';
import type { Heading } from './markdown.ts';

/** A page of the guide or the reference. */
export interface Docs {
  path: string;
  title: string;
  description: string;
  /** The section of the site. */
  section: string;
  body: Html;
  /** Listed at the right. */
  headings?: readonly Heading[];
  /** The page as Markdown with its title. */
  markdown: string;
}

/** The pages of a section, in order. */
export interface Section {
  name: string;
  groups: readonly Group[];
}

/** A section with its rendered pages. */
export interface Documentation {
  section: Section;
  pages: readonly Docs[];
  /** Further pages, which contents, search and lists leave out. */
  unlisted?: readonly Docs[];
}

/**
 * A page with the section's contents at the left, its headings at the right, and links to the previous and next page.
 */
export function docsPage(docs: Docs, { name, groups }: Section): SitePage {
  const { path, title, description, body, headings = [] } = docs;
  const pages = groups.flatMap(({ links }) => links).filter((link) => !link.path.includes('#'));
  const place = pages.findIndex((link) => link.path === path);
  return articlePage({
    path,
    title: `${title} · ${docs.section} · ${PLACEHOLDERS.serviceName}`,
    description,
    wide: true,
    head: html`<link rel="stylesheet" href="${ASSETS.docsStyle.path}">
<link rel="alternate" type="text/markdown" href="${markdownPath(path)}">
`,
    body: html`<div class="docs">
${contents(name, groups, path)}
<div class="page">
<button type="button" class="open-contents" popovertarget="contents">${name}: contents</button>
<article class="article">
${body}
</article>
<nav class="pager" aria-label="Neighbouring pages">${neighbour(pages[place - 1], 'Previous')}${neighbour(place < 0 ? undefined : pages[place + 1], 'Next')}</nav>
<p class="as-markdown"><a href="${markdownPath(path)}">This page as Markdown</a></p>
</div>
${onThisPage(headings)}</div>`,
  });
}

export const markdownPath = (path: string): string => `${path}.md`;

export const markdownPage = ({ path, markdown }: Docs): SitePage => ({
  path: markdownPath(path),
  contentType: 'text/markdown; charset=utf-8',
  body: markdown,
});

const neighbour = (link: Link | undefined, direction: 'Previous' | 'Next'): Html =>
  link
    ? html`<a class="${direction.toLowerCase()}" href="${link.path}" rel="${direction === 'Next' ? 'next' : 'prev'}"><span>${direction}</span> ${link.title}</a>`
    : html``;

const onThisPage = (headings: readonly Heading[]): Html => {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < 2) return html``;
  return html`<nav class="on-page" aria-label="On this page">
<h2>On this page</h2>
<ul>
${shown.map(({ id, title, depth }) => html`<li${depth === 3 ? html` class="deeper"` : html``}><a href="#${id}">${title}</a></li>\n`)}</ul>
</nav>
`;
};
