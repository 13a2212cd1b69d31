import { describe, expect, test } from '@jest/globals';
import { COSTS } from '../../support/cloud/costs.ts';
import { type BenchReport, faultsOf, machine } from './report.ts';

type Growth = BenchReport['bySubmissions'][string];

const reportOf = (growth: Partial<BenchReport> = {}): BenchReport => ({
  machine: machine(),
  operations: Object.fromEntries(
    Object.entries(structuredClone(COSTS)).map(([id, cost]) => [
      id,
      { ...cost, load: { 1: { perSecond: 100, p50Ms: 10 } } },
    ]),
  ) as unknown as BenchReport['operations'],
  bySubmissions: {},
  byEndpoints: {},
  byRules: {},
  byBytes: {},
  ...growth,
});

const figures = (rounds: number, readUnits: number, writeUnits: number) => ({
  rounds,
  calls: rounds,
  readUnits,
  writeUnits,
  p50Ms: 1,
});
const SMALL = figures(2, 1, 1);
const posts = (bySize: Growth) => ({ createSubmission: bySize });

describe('a run fails', () => {
  test.each<[string, Partial<BenchReport>]>([
    ['every cost is as documented', { bySubmissions: posts({ 100: SMALL, 10000: SMALL }) }],
    ['field rules cost what the larger endpoint does', { byRules: posts({ 1: SMALL, 100: figures(2, 4, 1) }) }],
    ['ordinary text costs as much as a small submission', { byBytes: posts({ 1000: SMALL, 1800: SMALL }) }],
  ])('not if %s', (_what, growth) => {
    expect(faultsOf(reportOf(growth))).toEqual([]);
  });

  test('when an operation’s cost differs', () => {
    const report = reportOf();
    report.operations.createKey.dynamodb = { GetItem: 2, TransactWriteItems: 1 };
    expect(faultsOf(report)).toEqual([expect.stringContaining('createKey costs')]);
  });

  test.each([
    ['round trips', figures(3, 1, 1)],
    ['read units', figures(2, 1.5, 1)],
    ['write units', figures(2, 1, 2)],
  ])('when %s grow with the stored data', (_, grown) => {
    const growth = posts({ 100: SMALL, 10000: grown });
    const found = (what: string) => [`createSubmission costs more from 100 to 10000 ${what}`];
    expect(faultsOf(reportOf({ bySubmissions: growth }))).toEqual(found('stored submissions'));
    expect(faultsOf(reportOf({ byEndpoints: growth }))).toEqual(found('endpoints'));
  });

  test.each([
    ['more round trips', figures(3, 4, 1)],
    ['more write units', figures(2, 4, 2)],
    ['other read units', figures(2, 5, 1)],
  ])('when field rules cost %s than the limit of their endpoint', (_, wrong) => {
    expect(faultsOf(reportOf({ byRules: posts({ 1: SMALL, 100: wrong }) }))).toHaveLength(1);
  });

  test('when ordinary text costs more than a small submission', () => {
    const found = ['createSubmission of 1800 bytes of text costs 2 write units'];
    expect(faultsOf(reportOf({ byBytes: posts({ 1000: SMALL, 1800: figures(2, 1, 2) }) }))).toEqual(found);
  });

  test('when a page of a list costs more than allowed, not at the limit', () => {
    const growth = (readUnits: number) => ({
      'listSubmissions, last page': { 100: figures(2, 4, 0), 10000: figures(3, readUnits, 0) },
    });
    expect(faultsOf(reportOf({ bySubmissions: growth(16) }))).toEqual([]);
    expect(faultsOf(reportOf({ bySubmissions: growth(16.5) }))).toHaveLength(1);
  });
});
