import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as limits from '../../../shared/contract/limits.ts';
import * as timing from '../../../shared/deliveries/timing.ts';

const fileNamed = (name: string): URL => new URL(`../../../${name}`, import.meta.url);
const read = (name: string): string => readFileSync(fileNamed(name), 'utf8');

const PAGE = read('docs/deliveries.md');
const sections = PAGE.split(/\n## /).slice(1);

const UNITS: [suffix: string, unit: string][] = [
  ['_MS', ' ms'],
  ['_S', ' s'],
];

describe('docs/deliveries.md', () => {
  test('has every time and number of the pipeline, with its value', () => {
    const [, table = ''] = /<!-- timing -->\n([\s\S]*?)<!-- \/timing -->/.exec(PAGE) ?? [];
    const shown = [...table.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name, value]) => [name, value]);
    const expected = Object.entries(timing).flatMap(([name, value]) => {
      const [, unit = ''] = UNITS.find(([suffix]) => name.endsWith(suffix)) ?? [];
      return typeof value === 'number' ? [[name, `${value.toLocaleString('en')}${unit}`]] : [];
    });
    expect(shown.sort()).toEqual(expected.sort());
  });

  test('only names existing constants', () => {
    const names = [...PAGE.matchAll(/`([A-Z_]+_(?:MS|S|MAX|SIZE|RETRIES))`/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(Object.keys({ ...timing, ...limits })).toContain(name);
  });

  test('names existing tests for every property', () => {
    const properties = sections.filter((section) => !/^(What is not promised|Numbers)\n/.test(section));
    expect(properties.length).toBeGreaterThanOrEqual(6);
    for (const property of properties) {
      const files = [...property.matchAll(/`(test\/[\w/]+(?:\.test)?\.ts)`/g)].map(([, file]) => file ?? '');
      expect(files).not.toEqual([]);
      for (const file of files) expect({ file, exists: existsSync(fileNamed(file)) }).toEqual({ file, exists: true });
    }
  });

  test.each(['README.md', 'CONTRIBUTING.md', 'docs/operations.md'])('is linked from %s', (file) => {
    expect(read(file)).toMatch(/\]\((?:docs\/)?deliveries\.md\)/);
  });
});
