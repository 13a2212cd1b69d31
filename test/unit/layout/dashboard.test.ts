import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ROOT = 'site/app';
const IMPORTED = /^(?:import|export)\b[^;]*?from '(\.[^']+)';/gm;

const files = new Map(
  readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(ROOT, name))
    .map((file) => [file, importsOf(file)]),
);

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, path = '']) => join(dirname(file), path));
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

describe("the dashboard's imports", () => {
  test('are found', () => {
    expect(files.size).toBeGreaterThan(50);
    expect(files.get(join(ROOT, 'frame/Shell.tsx'))).toContain(join(ROOT, 'ui/paths.ts'));
    expect(
      circleIn(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b']);
  });

  test('have no cycles of files or folders', () => {
    expect(circleIn(files)).toBeUndefined();
    const graph: Record<string, string[]> = {};
    for (const [file, imports] of files) {
      const folder = dirname(file);
      graph[folder] = [...(graph[folder] ?? []), ...imports.map(dirname).filter((other) => other !== folder)];
    }
    expect(circleIn(new Map(Object.entries(graph)))).toBeUndefined();
  });

  test('only go beyond the dashboard to the contract, messages and field rules', () => {
    const allowed = [ROOT, 'shared/contract/', 'shared/messages/', 'shared/fields/'];
    const outside = [...files.values()].flat().filter((path) => !allowed.some((folder) => path.startsWith(folder)));
    expect(outside).toEqual([]);
  });

  test('leave HTTP to a single file', () => {
    const fetching = [...files.keys()].filter((file) =>
      /\bfetch\(|XMLHttpRequest|sendBeacon/.test(readFileSync(file, 'utf8')),
    );
    expect(fetching).toEqual([join(ROOT, 'api/client.ts'), join(ROOT, 'endpoints/snippets.ts')]);
  });
});
