import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** Removes code: shell comments look like headings. */
const withoutCode = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```$/gm, '');

function anchorsOf(page: string): string[] {
  return [...withoutCode(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function linksOf(page: string): { link: string; file: string; anchor: string | undefined }[] {
  return [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = '', anchor] = link.split('#');
    return [{ link, file: path === '' ? page : normalize(join(dirname(page), path)), anchor }];
  });
}

describe.each(PAGES)('%s', (page) => {
  test('has no broken links or anchors', () => {
    const broken = linksOf(page).filter(
      ({ file, anchor }) =>
        !existsSync(join(ROOT, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor)),
    );
    expect(broken.map(({ link }) => link)).toEqual([]);
  });

  test('has no two headings with the same anchor', () => {
    // GitHub numbers duplicate headings, and links to them break when the first one goes. Releases repeat headings.
    if (page !== 'CHANGELOG.md') expect(anchorsOf(page)).toEqual([...new Set(anchorsOf(page))]);
  });

  test('only names commands of package.json', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...read(page).matchAll(/npm run (?:--silent )?([a-z][a-z:]*)/g)].map(([, script]) => script);
    expect(named.filter((script) => !Object.keys(scripts).includes(script ?? ''))).toEqual([]);
  });
});

describe('the pages', () => {
  test('are each linked from the README', () => {
    const linked = linksOf('README.md').map(({ file }) => file);
    expect(PAGES.filter((page) => page !== 'README.md' && !linked.includes(page))).toEqual([]);
  });

  test('have links, and some with anchors', () => {
    const links = PAGES.flatMap(linksOf);
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(({ anchor }) => anchor !== undefined).length).toBeGreaterThan(20);
  });
});

test('the README is short enough to be read', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});
