import { bundled, hashedScript } from '../bundled.ts';
import { PLACEHOLDERS } from '../placeholders.ts';
import type { SitePage } from '../sitePage.ts';
import type { Docs, Documentation } from './docsPage.ts';
import { plainText } from './markdown.ts';

/** A section of a page, as the search finds it. */
interface Part {
  /** The page's path with the heading's anchor. */
  url: string;
  page: string;
  /** The section of the site that the page is in. */
  section: string;
  heading: string;
  text: string;
}

/** The search script with its index, which pages load when a search starts. */
export function searchScript(sections: readonly Documentation[]): SitePage {
  const script = bundled(new URL('../assets/search.js', import.meta.url), 'dashboard', {
    format: 'esm',
    define: { PARTS: JSON.stringify(searchParts(sections)) },
    banner: { js: '/*! With MiniSearch (Luca Ongaro), under the MIT licence. */' },
  });
  return hashedScript('search', script);
}

/** All sections of all pages. */
export const searchParts = (sections: readonly Documentation[]): Part[] =>
  sections.flatMap(({ section, pages }) => pages.flatMap((docs) => partsOf(section.name, docs)));

/** Splits a page at its headings. Text under a heading without an anchor belongs to the section before. */
function partsOf(section: string, { path, title, markdown, headings = [] }: Docs): Part[] {
  const [first = '', ...others] = withoutCode(markdown).split(/^## /m);
  const parts: Part[] = [{ url: path, page: title, section, heading: '', text: first.replace(/^# .*\n/, '') }];
  for (const other of others) {
    const [heading = '', ...lines] = other.split('\n');
    const text = lines.join('\n');
    const place = headings.find((each) => each.title === plainText(heading));
    if (place) parts.push({ url: `${path}#${place.id}`, page: title, section, heading: place.title, text });
    else (parts[0] as Part).text += ` ${heading}. ${text}`;
  }
  return parts.map((part) => ({ ...part, text: words(part.text) }));
}

const withoutCode = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```$/gm, '');

/**
 * A text without markup or placeholders: the script's name is a hash of its content, which must not differ between
 * deployments.
 */
const words = (text: string): string =>
  plainText(text)
    .replaceAll(PLACEHOLDERS.apiUrl, 'API')
    .replaceAll(PLACEHOLDERS.siteUrl, '')
    .replace(/^[#|\s-]+|\|/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
