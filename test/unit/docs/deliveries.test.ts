import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readDocument } from '../../support/documents.ts';

const fileNamed = (name: string): URL => new URL(`../../../${name}`, import.meta.url);

const PAGE = readDocument('docs/deliveries.md');
const sections = PAGE.split(/\n## /).slice(1);

describe('docs/deliveries.md', () => {
  test('names existing tests for every property', () => {
    const properties = sections.filter((section) => !/^What is not promised\n/.test(section));
    expect(properties.length).toBeGreaterThanOrEqual(6);
    for (const property of properties) {
      const files = [...property.matchAll(/`(test\/[\w/]+(?:\.test)?\.ts)`/g)].map(([, file]) => file ?? '');
      expect(files).not.toEqual([]);
      for (const file of files) expect({ file, exists: existsSync(fileNamed(file)) }).toEqual({ file, exists: true });
    }
  });

  test.each(['README.md', 'CONTRIBUTING.md', 'docs/operations.md'])('is linked from %s', (file) => {
    expect(readDocument(file)).toMatch(/\]\((?:docs\/)?deliveries\.md\)/);
  });
});
