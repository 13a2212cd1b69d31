import { beforeAll, describe, expect, test } from '@jest/globals';
import { runReport } from '../../support/runReport.ts';
import type { Exploration } from './explore.ts';
import { SAMPLE_SIZES } from './sampleSizes.ts';
import { SUITES, type SuiteName } from './suites.ts';

const TIMEOUT_MS = 600_000;

describe.each<[SuiteName, RegExp]>([
  ['pageIndex', /^the total is wrong|^the statistics are wrong|^left behind|^(segment|page) \d+ .*counts/],
  ['filter', /^(?:SUB#\w+ is marked as|the filter knows|the outcomes are|the record is|a submission that nobody sent)/],
])('explored schedules of %s end wrong', (suite, problem) => {
  let found: Record<string, Exploration> = {};

  beforeAll(async () => {
    const options = ['--suite', suite, '--schedules', String(SAMPLE_SIZES[suite]), '--mutants'];
    found = (await runReport<Record<string, Exploration>>('test/deep/schedules/main.ts', ...options)).report;
  }, TIMEOUT_MS);

  test.each(Object.keys(SUITES[suite].mutants))('some of them, with %s', (name) => {
    // Not with an error: that would be another defect than the intended one.
    expect(found[name]?.failures[0]?.problems).toContainEqual(expect.stringMatching(problem));
  });
});
