import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const EXPORT = /^export (?:abstract )?(?:async )?(?:const|function|class|interface|type)\*? (\w+)/gm;

test('no two files of shared export the same name', () => {
  const files = readdirSync('shared', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const filesOf = new Map<string, Set<string>>();
  for (const file of files) {
    for (const [, name = ''] of readFileSync(join('shared', file), 'utf8').matchAll(EXPORT)) {
      filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file));
    }
  }
  expect(filesOf.size).toBeGreaterThan(1_000);
  expect([...filesOf].filter(([, declaring]) => declaring.size > 1)).toEqual([]);
});
