import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';
import { run } from '../../support/commands.ts';
import { LOADED } from './loaded.ts';
import type { BenchReport } from './report.ts';

const TIMEOUT_MS = 600_000;
const folder = newDataFolder();
const loadedIds = LOADED.map(({ id }) => id);

afterAll(() => removeFolder(folder));

describe('npm run bench -- --quick', () => {
  test(
    'measures every operation, and finds every cost as documented and constant',
    async () => {
      const json = join(folder, 'bench.json');
      const { code, stderr } = await run('test/deep/bench/main.ts', '--quick', '--json', json);
      expect([code, stderr.split('\n').filter((line) => !/^ *\d+ s /.test(line))]).toEqual([0, ['']]);
      const report = JSON.parse(readFileSync(json, 'utf8')) as BenchReport;
      expect(Object.keys(report.operations)).toEqual(loadedIds);
      const rates = Object.values(report.operations).flatMap(({ load }) => Object.values(load));
      expect(rates).toHaveLength(2 * loadedIds.length);
      expect(rates.every(({ perSecond, p50Ms, p99Ms }) => perSecond > 0 && p50Ms > 0 && p99Ms >= p50Ms)).toBe(true);
    },
    TIMEOUT_MS,
  );
});
