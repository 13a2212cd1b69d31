import { PLACEHOLDERS } from '../placeholders.ts';
import type { SitePage } from '../sitePage.ts';
import { type Documentation, markdownPath } from './docsPage.ts';

const SUMMARY =
  'A self-hosted forms backend: HTML forms post to it, it stores the submissions, notifies by mail and webhook, and has a dashboard and an API.';

/** Files for language models (llmstxt.org): a list of all pages as Markdown, and the text of all of them. */
export function llmsFiles(sections: readonly Documentation[]): SitePage[] {
  const head = `# ${PLACEHOLDERS.serviceName}\n\n> ${SUMMARY}\n\nThe API is at ${PLACEHOLDERS.apiUrl}, its OpenAPI document at ${PLACEHOLDERS.siteUrl}/openapi.json.`;
  const lists = sections.map(({ section, pages }) => {
    const lines = pages.map(({ path, title, description }) => `- [${title}](${markdownPath(path)}): ${description}`);
    return `## ${section.name}\n\n${lines.join('\n')}`;
  });
  const texts = sections.flatMap(({ pages }) =>
    pages.map(({ path, markdown }) => `<!-- ${path} -->\n\n${markdown.trim().replaceAll('](#', `](${path}#`)}`),
  );
  return [file('/llms.txt', [head, ...lists]), file('/llms-full.txt', [head, ...texts])];
}

const file = (path: string, parts: readonly string[]): SitePage => ({
  path,
  contentType: 'text/plain; charset=utf-8',
  body: `${parts.join('\n\n')}\n`,
});
