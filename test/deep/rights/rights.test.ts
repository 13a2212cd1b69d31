import { expect, test } from '@jest/globals';
import { runAndParseReport } from '../../support/jest/runReport.ts';
import type { RareReport } from './rare.ts';
import { judge } from './unneeded.ts';

const TIMEOUT_MS = 300_000;

test(
  'calls that functions rarely make are allowed, and do what they should',
  async () => {
    const { report } = await runAndParseReport<RareReport>('test/deep/rights/rare.ts');
    expect(report.problems).toEqual([]);
  },
  TIMEOUT_MS,
);

test('fails for an undeclared unused right, and for a declaration without an unused right', () => {
  const declared = { 'a: s3:GetObject': 'for AWS' };
  const known = 'a: s3:GetObject of statement 0, s3:GetObject';
  const other = 'b: s3:GetObject of statement 0, s3:GetObject';
  expect(judge([known], declared)).toEqual({ lines: ['a: s3:GetObject (for AWS)'], isWrong: false });
  expect(judge([known, other], declared).lines).toContain(other);
  expect([judge([known, other], declared).isWrong, judge([], declared).isWrong]).toEqual([true, true]);
});
