import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');
const DOCUMENT = 'docs/architecture.md';

/** Names in code quotes: the row's folder, or what it may import. */
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const ROWS = (readFileSync(join(ROOT, DOCUMENT), 'utf8').split(/<!-- \/?folders -->/)[1] ?? '')
  .trim()
  .split('\n')
  .slice(2)
  .map((row) => row.split(' | '))
  .map((cells) => ({ folder: namesIn(cells.at(0) ?? '')[0] ?? '', allowed: namesIn(cells.at(-1) ?? '') }));

const SOURCES = ['infra', 'lambdas', 'local', 'shared', 'site'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file)),
);

const isIn = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);

const rowOf = (file: string) =>
  ROWS.filter(({ folder }) => isIn(file, folder)).toSorted((a, b) => b.folder.length - a.folder.length)[0];

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8').replace(/`[^`]*`/g, '');

const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );

describe('the table of folders in docs/architecture.md', () => {
  test('has a row for every source file', () => {
    expect(SOURCES.length).toBeGreaterThan(300);
    expect(SOURCES.filter((file) => !rowOf(file))).toEqual([]);
  });

  test.each(ROWS)('allows what files in $folder import', ({ folder, allowed }) => {
    const own = SOURCES.filter((file) => rowOf(file)?.folder === folder);
    expect(own.length).toBeGreaterThan(0);
    const others = own.flatMap((file) =>
      importsOf(file)
        .filter((path) => rowOf(path)?.folder !== folder && !allowed.some((name) => isIn(path, name)))
        .map((path) => `${file} imports ${path}`),
    );
    expect(others).toEqual([]);
  });
});
