import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const SOURCES = ['infra', 'lambdas', 'local', 'shared', 'site'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file)),
);

const isIn = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);

/** The imports of a file, without examples in template literals. */
function importsOf(file: string, found = /(?:from|import)\s*\(?\s*'([^']+)'/g): string[] {
  const text = readFileSync(file, 'utf8').replace(/`[^`]*`/g, '');
  return [...text.matchAll(found)].map(([, path = '']) => path);
}

const GRAPH = new Map(
  SOURCES.map((file) => {
    const files = importsOf(file).filter((path) => path.startsWith('.'));
    return [file, files.map((path) => normalize(join(dirname(file), path)))];
  }),
);

/** The two folders in which files are, where their paths part. */
function apart(file: string, other: string): [from: string, to: string][] {
  const [parts, others] = [file.split('/'), other.split('/')];
  const depth = parts.findIndex((part, place) => part !== others[place]) + 1;
  if (depth === parts.length || depth === others.length) return [];
  return [[parts.slice(0, depth).join('/'), others.slice(0, depth).join('/')]];
}

function circleIn(graph: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>();
  const walk = (place: string, path: string[]): string[] | undefined => {
    if (path.includes(place)) return [...path.slice(path.indexOf(place)), place];
    if (done.has(place)) return undefined;
    for (const next of graph.get(place) ?? []) {
      const circle = walk(next, [...path, place]);
      if (circle) return circle;
    }
    done.add(place);
    return undefined;
  };
  return [...graph.keys()].map((place) => walk(place, [])).find((circle) => circle !== undefined);
}

describe('imports', () => {
  test('have no cycles of files or folders', () => {
    expect(GRAPH.get('site/app/frame/Shell.tsx')).toContain('site/app/ui/paths.ts');
    expect(circleIn(GRAPH)).toBeUndefined();
    const folders = new Map<string, string[]>();
    for (const [file, imports] of GRAPH) {
      for (const [from, to] of imports.flatMap((path) => apart(file, path))) {
        folders.set(from, [...(folders.get(from) ?? []), to]);
      }
    }
    expect(circleIn(folders)).toBeUndefined();
  });

  test('fail the check if they have a cycle', () => {
    const graph = new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b'] }));
    expect(circleIn(graph)).toEqual(['b', 'c', 'b']);
  });

  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const bundled = Object.keys(dependencies);

  test.each<[string, RegExp, string[]]>([
    ['the contract are of zod', /^shared\/contract\//, ['zod']],
    ['messages, which a browser loads, are of dependencies', /^shared\/messages\//, bundled],
    ['functions and the dashboard are of dependencies', /^(?:shared|lambdas|site\/app)\//, ['node', ...bundled]],
  ])('in %s', (_what, files, known) => {
    const unknown = SOURCES.filter((file) => files.test(file)).flatMap((file) =>
      importsOf(file, /^(?:(?:import|export)\b(?! type\b)[^;']*?\bfrom|import) '([^.'][^']*)'/gm)
        .map((name) => /^(?:@[^/]+\/)?[^/:]+/.exec(name)?.[0] ?? '')
        .filter((name) => !known.includes(name))
        .map((name) => `${file} imports ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});

/** Names in code quotes: the row's folder, or what it may import. */
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const ROWS = (readFileSync('docs/architecture.md', 'utf8').split(/<!-- \/?folders -->/)[1] ?? '')
  .trim()
  .split('\n')
  .slice(2)
  .map((row) => row.split(' | '))
  .map((cells) => ({ folder: namesIn(cells.at(0) ?? '')[0] ?? '', allowed: namesIn(cells.at(-1) ?? '') }));

const rowOf = (file: string) =>
  ROWS.filter(({ folder }) => isIn(file, folder)).toSorted((a, b) => b.folder.length - a.folder.length)[0];

describe('the table of folders in docs/architecture.md', () => {
  test('has a row for every source file', () => {
    expect(SOURCES.length).toBeGreaterThan(300);
    expect(SOURCES.filter((file) => !rowOf(file))).toEqual([]);
  });

  test.each(ROWS)('allows the imports in $folder', ({ folder, allowed }) => {
    const own = SOURCES.filter((file) => rowOf(file)?.folder === folder);
    expect(own.length).toBeGreaterThan(0);
    const others = own.flatMap((file) =>
      (GRAPH.get(file) ?? [])
        .filter((path) => rowOf(path)?.folder !== folder && !allowed.some((name) => isIn(path, name)))
        .map((path) => `${file} imports ${path}`),
    );
    expect(others).toEqual([]);
  });
});
