import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { DOCUMENTS, readDocument } from '../../support/site/documents.ts';

/** Paths in code quotes below the repository's folders; those with placeholders such as `<group>` or `…` do not match. */
const PATH = /`((?:\.ci|docs|infra|lambdas|local|shared|site|test)\/[\w./-]+)`/g;

const exists = (path: string): boolean => ['', '.ts', '.test.ts'].some((ending) => existsSync(path + ending));

test.each(DOCUMENTS)('%s only names files and folders that exist', (page) => {
  const paths = [...readDocument(page).matchAll(PATH)].map(([, path = '']) => path);
  expect(paths.filter((path) => !exists(path))).toEqual([]);
});

test('docs/threat-model.md only names tests that exist', () => {
  const rows = readDocument('docs/threat-model.md').match(/^\| API\d+ .*$/gm) ?? [];
  const names = rows.flatMap((row) =>
    [...(row.split(' | ').at(-1) ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !exists(`test/service/security/${name}`))).toEqual([]);
});

test('docs/deliveries.md names a test of every property', () => {
  const properties = readDocument('docs/deliveries.md')
    .split(/\n## /)
    .filter((section, place) => place > 0 && !section.startsWith('What is not promised\n'));
  expect(properties.length).toBeGreaterThanOrEqual(6);
  for (const property of properties) expect(property).toMatch(/`test\/[\w/]+(?:\.test)?\.ts`/);
});
