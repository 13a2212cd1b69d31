import { readFileSync } from 'node:fs';
import type { Docs, Documentation } from '../docs/docsPage.ts';
import { inline, plainText, renderMarkdown } from '../docs/markdown.ts';
import { html } from '../html.ts';
import { blockOf, withCode } from './blocks.ts';
import { withValues } from './values.ts';

/**
 * The guide's pages in order. Each is a file in `pages/` that begins with a title and a paragraph about its purpose.
 */
const GUIDE = [
  { title: 'Start', pages: ['first-form', 'inbox', 'local'] },
  {
    title: 'Forms',
    pages: [
      'forms',
      'site-builders',
      'fields',
      'thank-you',
      'confirmations',
      'files',
      'not-arriving',
      'duplicates',
      'closing',
      'agents',
      'moving',
    ],
  },
  { title: 'Spam', pages: ['spam', 'captcha', 'spam-filter'] },
  { title: 'Notifications', pages: ['mails', 'chats-and-sheets', 'automations', 'webhooks', 'verify-webhooks'] },
  { title: 'Data', pages: ['keeping', 'export', 'audit', 'privacy'] },
  { title: 'People', pages: ['members'] },
  { title: 'API', pages: ['api', 'keys', 'assistants', 'limits'] },
  { title: 'Operate', pages: ['deploy'] },
] as const;

const NAME = 'Guide';
const INDEX_PATH = '/guide';
const LEAD =
  'What do you want to do? Each page is one task. It begins in the dashboard, and shows the same over the API.';

/** The whole guide, its index first. */
export function guide(): Documentation {
  const groups = GUIDE.map(({ title, pages }) => ({ title, docs: pages.map(readPage) }));
  const links = groups.map(({ title, docs }) => ({ title, links: docs }));
  const start = { title: NAME, links: [{ path: INDEX_PATH, title: 'All tasks' }] };
  const section = { name: NAME, groups: [start, ...links] };
  return { section, pages: [indexPage(groups), ...groups.flatMap(({ docs }) => docs)] };
}

/** @throws Error if the title or the first paragraph is missing */
function readPage(name: string): Docs {
  const source = withValues(readFileSync(new URL(`./pages/${name}.md`, import.meta.url), 'utf8'));
  const [, title, lead, rest] = /^# (.+)\n\n([^#\n].*)\n([\s\S]*)$/.exec(source) ?? [];
  if (!title || !lead || rest === undefined) throw new Error(`pages/${name}.md needs a title and a first paragraph.`);
  const { body, headings } = renderMarkdown(rest, blockOf);
  return {
    path: `${INDEX_PATH}/${name}`,
    title,
    description: plainText(lead),
    section: NAME,
    body: html`<h1>${title}</h1>
<p class="lead">${inline(lead)}</p>
${body}`,
    headings,
    markdown: withCode(source),
  };
}

function indexPage(groups: readonly { title: string; docs: readonly Docs[] }[]): Docs {
  const lists = groups.map(({ title, docs }) => {
    const lines = docs.map(({ path, title: name, description }) => `- [${name}](${path}): ${description}`);
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  const { body, headings } = renderMarkdown(lists.join('\n\n'));
  return {
    path: INDEX_PATH,
    title: 'Guide',
    description: LEAD,
    section: 'Documentation',
    body: html`<h1>Guide</h1>
<p class="lead">${LEAD}</p>
<div class="tasks">
${body}</div>`,
    headings,
    markdown: `# Guide\n\n${LEAD}\n\n${lists.join('\n\n')}\n`,
  };
}
