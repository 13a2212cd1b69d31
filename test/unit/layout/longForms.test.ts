import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const IMPORTS_IT = /^import .*\bIS_LONG\b/m;
const NAMES = [...readFileSync('test/deep/jest.config.js', 'utf8').matchAll(/^ {2}'([\w/]+)',$/gm)].map(
  ([, name]) => name,
);

test('npm run test:long runs every test file that has a long form, and only existing ones', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
  const withLongForm = files
    .filter((name) => !name.startsWith('deep/') && IMPORTS_IT.test(readFileSync(`test/${name}`, 'utf8')))
    .map((name) => name.replace('.test.ts', ''));
  expect(withLongForm.length).toBeGreaterThan(10);
  expect(withLongForm.filter((name) => !NAMES.includes(name))).toEqual([]);
  expect(NAMES.filter((name) => !existsSync(`test/${name}.test.ts`))).toEqual([]);
});
