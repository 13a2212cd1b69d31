import type { OpenApiDocument } from '../../shared/openapi/types.ts';
import { ASSETS } from '../assets.ts';
import { articlePage } from '../document.ts';
import { type Html, html } from '../html.ts';
import type { SitePage } from '../sitePage.ts';
import { contents, type Entry, type Group } from './contents.ts';
import { inline, markdown } from './markdown.ts';
import { OBJECTS, objectSection } from './objects.ts';
import { methodTag, operationSection, type Route } from './operationSection.ts';

/** Where the document itself is served. */
export const DOCUMENT_PATH = '/openapi.json';

/** The reference of the API: everything that its OpenAPI document says, for people. */
export function referencePage(document: OpenApiDocument): SitePage {
  const groups = groupsOf(document);
  return articlePage({
    path: '/api',
    title: 'API reference · Forms backend',
    description: 'Every operation of the API: parameters, bodies, examples, errors, and a command that calls it.',
    wide: true,
    head: html`<link rel="stylesheet" href="${ASSETS.referenceStyle.path}">
<script src="${ASSETS.referenceScript.path}" defer></script>
`,
    body: html`<div class="reference">
${contents(groups)}
<div class="sections">
<button type="button" class="open-contents" popovertarget="contents">Contents and search</button>
<h1>API reference</h1>
<p class="lead">${document.info.summary}</p>
<p class="base">The API is at <code>${document.servers[0]?.url ?? ''}</code>. For tools: <a href="${DOCUMENT_PATH}">the OpenAPI 3.1 document</a>.</p>
${groups.map(groupSection)}</div>
</div>`,
  });
}

const groupsOf = (document: OpenApiDocument): Group[] => [
  { id: 'basics', title: 'Basics', entries: introduction(document) },
  ...document.tags.map(({ name, description }) => ({
    id: name.toLowerCase(),
    title: name,
    description,
    entries: operationsOf(document, name),
  })),
  {
    id: 'objects',
    title: 'Objects',
    entries: OBJECTS.map((name) => ({ id: name, title: name, body: objectSection(document, name) })),
  },
];

/** The sections of the document's introduction, each of which begins with a heading of level two. */
const introduction = ({ info }: OpenApiDocument): Entry[] =>
  info.description
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...text] = section.trim().split('\n\n');
      const id = title.toLowerCase().replaceAll(' ', '-');
      return { id, title, body: html`<div class="about">\n${markdown(text.join('\n\n'))}</div>` };
    });

const operationsOf = (document: OpenApiDocument, tag: string): Entry[] =>
  routesOf(document)
    .filter(({ operation }) => operation.tags.includes(tag))
    .map((route) => ({
      id: route.operation.operationId,
      title: route.operation.summary,
      label: methodTag(route.method),
      path: route.path,
      body: operationSection(document, route),
    }));

const routesOf = ({ paths }: OpenApiDocument): Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

const groupSection = ({
  id,
  title,
  description,
  entries,
}: Group): Html => html`<section class="group" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${description === undefined ? html`` : html`<p class="lead">${inline(description)}</p>\n`}${entries.map(entrySection)}</section>
`;

const entrySection = ({
  id,
  title,
  body,
}: Entry): Html => html`<section class="entry" id="${id}" tabindex="-1" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a class="place" href="#${id}">${title}</a></h3>
${body}
</section>
`;
