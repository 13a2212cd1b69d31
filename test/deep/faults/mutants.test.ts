import { beforeAll, describe, expect, test } from '@jest/globals';
import { runReport } from '../../support/runReport.ts';
import type { MutantReport } from './main.ts';
import { MUTANTS } from './mutants.ts';

const TIMEOUT_MS = 1_800_000;

describe('npm run faults finds', () => {
  let found: MutantReport = {};

  beforeAll(async () => {
    found = (await runReport<MutantReport>('test/deep/faults/main.ts', '--json', '--mutants')).report;
  }, TIMEOUT_MS);

  test.each(Object.entries(MUTANTS))('%s', (name, { harm }) => {
    expect(found[name]).toMatch(harm);
  });
});
