import type { OpenApiDocument } from '../../shared/openapi/types.ts';
import { ASSETS } from '../assets.ts';
import type { Docs, Documentation } from '../docs/docsPage.ts';
import { inline, markdown, slugOf } from '../docs/markdown.ts';
import { articlePage } from '../document.ts';
import { type Html, html } from '../html.ts';
import { API_PLACEHOLDER, PLACEHOLDERS } from '../placeholders.ts';
import type { SitePage } from '../sitePage.ts';
import { OBJECTS, objectMarkdown, objectSection } from './objects.ts';
import { methodTag, operationMarkdown, operationSection, type Route, type Title } from './operationSection.ts';
import { OBJECTS_PATH } from './resolve.ts';

/** The path of the OpenAPI document. */
export const DOCUMENT_PATH = '/openapi.json';

const NAME = 'API reference';
const INDEX_PATH = '/api';
/** The whole reference on one page, for printing. */
export const ALL_ON_ONE_PAGE_PATH = '/api/all';

/** The API reference, a page for each operation, rendered from the OpenAPI document. */
export function reference(document: OpenApiDocument): Documentation {
  const basics = basicsPages(document);
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    routes: routesOf(document, name),
  }));
  const section = {
    name: NAME,
    groups: [
      { title: NAME, links: [{ path: INDEX_PATH, title: 'Overview' }, ...basics] },
      ...groups.map(({ name, routes }) => ({ title: name, links: routes.map(linkTo) })),
      { title: 'Objects', links: OBJECTS.map((name) => ({ path: `${OBJECTS_PATH}#${name}`, title: name })) },
    ],
  };
  const operations = groups.flatMap(({ routes }) => routes.map((route) => operationPage(document, route)));
  return { section, pages: [indexPage(document, groups), ...basics, ...operations, objectsPage(document)] };
}

const pathOf = ({ operation }: Route): string => `${INDEX_PATH}/${operation.operationId}`;

const linkTo = (route: Route) => ({
  path: pathOf(route),
  title: route.operation.summary,
  label: methodTag(route.method),
});

function routesOf({ paths }: OpenApiDocument, tag: string): Route[] {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return routes.filter(({ operation }) => operation.tags.includes(tag));
}

interface OperationGroup {
  name: string;
  description: string;
  routes: readonly Route[];
}

function indexPage({ info, servers }: OpenApiDocument, groups: readonly OperationGroup[]): Docs {
  const where = `The API is at \`${servers[0]?.url ?? ''}\`. For tools there is [the OpenAPI 3.1 document](${DOCUMENT_PATH}), for printing [everything on one page](${ALL_ON_ONE_PAGE_PATH}).`;
  const lists = groups.map(({ name, description, routes }) => {
    const lines = routes.map(
      (route) => `- [${route.operation.summary}](${pathOf(route)}): \`${route.method} ${route.path}\``,
    );
    return `## ${name}\n\n${description}\n\n${lines.join('\n')}`;
  });
  return {
    path: INDEX_PATH,
    title: NAME,
    description: 'Every operation of the API: parameters, bodies, examples, errors, and code that calls it.',
    section: 'Documentation',
    body: html`<h1>${NAME}</h1>
<p class="lead">${info.summary}</p>
${markdown(where)}
${groups.map(operationList)}`,
    headings: groups.map(({ name }) => ({ id: slugOf(name), title: name, depth: 2 })),
    markdown: `# ${NAME}\n\n${info.summary}\n\n${where}\n\n${lists.join('\n\n')}\n`,
  };
}

const operationList = ({
  name,
  description,
  routes,
}: OperationGroup): Html => html`<h2 id="${slugOf(name)}">${name}</h2>
<p>${inline(description)}</p>
<ul class="operations">
${routes.map((route) => html`<li>${methodTag(route.method)} <a href="${pathOf(route)}">${route.operation.summary}</a> <code>${route.path}</code></li>\n`)}</ul>
`;

/** The sections of the document's introduction, split at headings of level two. */
const basicsPages = ({ info }: OpenApiDocument): Docs[] =>
  info.description
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [title = '', ...paragraphs] = text.trim().split('\n\n');
      const source = paragraphs.join('\n\n');
      return {
        path: `${INDEX_PATH}/${slugOf(title)}`,
        title,
        description: `${title} of the API: what to know before any operation.`,
        section: NAME,
        body: html`<h1>${title}</h1>\n<div class="about">\n${markdown(source)}</div>`,
        markdown: `# ${title}\n\n${source}\n`,
      };
    });

const ownTitle: Title = (text) => html`<h2 id="${slugOf(text)}">${text}</h2>`;
const partTitle: Title = (text) => html`<h4>${text}</h4>`;

function operationPage(document: OpenApiDocument, route: Route): Docs {
  const { summary, operationId } = route.operation;
  return {
    path: pathOf(route),
    title: summary,
    description: `${route.method} ${route.path} (${operationId}): parameters, body, response, errors, and code that calls it.`,
    section: NAME,
    body: html`<h1>${summary}</h1>
<div class="entry">
${operationSection(document, route, ownTitle)}
</div>`,
    markdown: `${operationMarkdown(document, route)}\n`,
  };
}

function objectsPage(document: OpenApiDocument): Docs {
  const lead = 'What requests and responses are made of.';
  return {
    path: OBJECTS_PATH,
    title: 'Objects',
    description: `${lead} Every field with its type, its limits and its meaning.`,
    section: NAME,
    body: html`<h1>Objects</h1>
<p class="lead">${lead}</p>
${OBJECTS.map((name) => entry(name, name, 2, objectSection(document, name)))}`,
    // The contents have these links already; headings are for the search.
    headings: OBJECTS.map((name) => ({ id: name, title: name, depth: 4 })),
    markdown: `# Objects\n\n${lead}\n\n${OBJECTS.map((name) => objectMarkdown(document, name)).join('\n\n')}\n`,
  };
}

const entry = (id: string, title: string, depth: number, body: Html): Html => {
  const heading = html`<a class="place" href="#${id}">${title}</a>`;
  return html`<section class="entry" aria-labelledby="${id}">
${depth === 2 ? html`<h2 id="${id}">${heading}</h2>` : html`<h3 id="${id}">${heading}</h3>`}
${body}
</section>
`;
};

export function wholePage(document: OpenApiDocument): SitePage {
  const group = (title: string, body: Html): Html => html`<h2 class="group">${title}</h2>\n${body}`;
  return articlePage({
    path: ALL_ON_ONE_PAGE_PATH,
    title: `${NAME} on one page · ${PLACEHOLDERS.serviceName}`,
    wide: true,
    head: html`<link rel="stylesheet" href="${ASSETS.docsStyle.path}">\n`,
    body: html`<div class="whole article">
<h1>${NAME}</h1>
<p class="lead">${document.info.summary}</p>
<p>The API is at <code>${API_PLACEHOLDER}</code>. <a href="${INDEX_PATH}">Back to its pages</a></p>
${group('Basics', html`${basicsPages(document).map(({ title, markdown: text }) => entry(slugOf(title), title, 3, html`<div class="about">${markdown(text.replace(/^# .*\n/, ''))}</div>`))}`)}
${document.tags.map(({ name }) => group(name, html`${routesOf(document, name).map((route) => entry(route.operation.operationId, route.operation.summary, 3, operationSection(document, route, partTitle)))}`))}
${group('Objects', html`${OBJECTS.map((name) => entry(name, name, 3, objectSection(document, name)))}`)}
</div>`,
  });
}
