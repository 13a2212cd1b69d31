import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { DOCUMENTS, readDocument } from '../../support/site/documents.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Removes code: shell comments look like headings. */
const withoutCode = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```$/gm, '');

function anchorsOf(page: string): string[] {
  return [...withoutCode(readDocument(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function linksOf(page: string): { link: string; file: string; anchor: string | undefined }[] {
  return [...withoutCode(readDocument(page)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = '', anchor] = link.split('#');
    return [{ link, file: path === '' ? page : normalize(join(dirname(page), path)), anchor }];
  });
}

describe.each(DOCUMENTS)('%s', (page) => {
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
    const { scripts } = JSON.parse(readDocument('package.json'));
    const named = [...readDocument(page).matchAll(/npm run (?:--silent )?([a-z][a-z:]*)/g)].map(([, script]) => script);
    expect(named.filter((script) => !Object.keys(scripts).includes(script ?? ''))).toEqual([]);
  });
});

describe('the pages', () => {
  test('are each linked from the README', () => {
    const linked = linksOf('README.md').map(({ file }) => file);
    expect(DOCUMENTS.filter((page) => page !== 'README.md' && !linked.includes(page))).toEqual([]);
  });

  test('have links, and some with anchors', () => {
    const links = DOCUMENTS.flatMap(linksOf);
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(({ anchor }) => anchor !== undefined).length).toBeGreaterThan(20);
  });
});

/** Tokens with a letter or a digit, so that the lines of tables do not count. */
const wordsOf = (page: string): number => readDocument(page).match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;

describe('the length', () => {
  test('of the README is readable', () =>
    expect(readDocument('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(155));

  test('of SECURITY.md is readable', () => expect(wordsOf('SECURITY.md')).toBeLessThanOrEqual(900));

  test('of all documents together is readable', () => {
    const pages = DOCUMENTS.filter((page) => page !== 'CHANGELOG.md');
    expect(pages.reduce((sum, page) => sum + wordsOf(page), 0)).toBeLessThanOrEqual(31_500);
  });
});
