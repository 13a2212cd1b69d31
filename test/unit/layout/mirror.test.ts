import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = 'test/unit';
/** Tests of the repository itself, and of the tests' own tools. */
const OTHERS = /^(?:docs|layout|support)\//;

test('test/unit mirrors the source: every folder with tests is one of the source', () => {
  const tests = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
  expect(tests.length).toBeGreaterThan(150);
  const astray = tests.filter((name) => !OTHERS.test(name) && !existsSync(dirname(name)));
  expect(astray).toEqual([]);
});
