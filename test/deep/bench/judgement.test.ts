import { describe, expect, test } from '@jest/globals';
import { COSTS } from '../../support/costs.ts';
import { type BenchReport, faultsOf, machine } from './report.ts';

type Growth = BenchReport['bySubmissions'][string];

const reportOf = (
  bySubmissions: Record<string, Growth> = {},
  byEndpoints: Record<string, Growth> = {},
  byRules: Record<string, Growth> = {},
  byBytes: Record<string, Growth> = {},
): BenchReport => ({
  machine: machine(),
  operations: Object.fromEntries(
    Object.entries(structuredClone(COSTS)).map(([id, cost]) => [
      id,
      { ...cost, load: { 1: { perSecond: 100, p50Ms: 10 } } },
    ]),
  ) as unknown as BenchReport['operations'],
  bySubmissions,
  byEndpoints,
  byRules,
  byBytes,
});

const figures = (rounds: number, readUnits: number, writeUnits: number) => ({
  rounds,
  calls: rounds,
  readUnits,
  writeUnits,
  p50Ms: 1,
});

describe('a run fails', () => {
  test('not if every cost is as documented', () => {
    expect(faultsOf(reportOf({ createSubmission: { 100: figures(2, 1, 1), 10000: figures(2, 1, 1) } }))).toEqual([]);
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
    const growth = { createSubmission: { 100: figures(2, 1, 1), 10000: grown } };
    expect(faultsOf(reportOf(growth))).toEqual(['createSubmission costs more from 100 to 10000 stored submissions']);
    expect(faultsOf(reportOf({}, growth))).toEqual(['createSubmission costs more from 100 to 10000 endpoints']);
  });

  test.each([
    ['more round trips', figures(3, 4, 1)],
    ['more write units', figures(2, 4, 2)],
    ['other read units', figures(2, 5, 1)],
  ])('when field rules cost %s than the limit of their endpoint', (_, wrong) => {
    expect(faultsOf(reportOf({}, {}, { createSubmission: { 1: figures(2, 1, 1), 100: figures(2, 4, 1) } }))).toEqual(
      [],
    );
    expect(faultsOf(reportOf({}, {}, { createSubmission: { 1: figures(2, 1, 1), 100: wrong } }))).toHaveLength(1);
  });

  test('when ordinary text costs more than a small submission', () => {
    const ofBytes = (longer: Growth[string]) =>
      faultsOf(reportOf({}, {}, {}, { createSubmission: { 1000: figures(2, 1, 1), 1800: longer } }));
    expect(ofBytes(figures(2, 1, 1))).toEqual([]);
    expect(ofBytes(figures(2, 1, 2))).toEqual(['createSubmission of 1800 bytes of text costs 2 write units']);
  });

  test('when a page of a list costs more than allowed, not at the limit', () => {
    const growth = (readUnits: number) => ({
      'listSubmissions, last page': { 100: figures(2, 4, 0), 10000: figures(3, readUnits, 0) },
    });
    expect(faultsOf(reportOf(growth(16)))).toEqual([]);
    expect(faultsOf(reportOf(growth(16.5)))).toHaveLength(1);
  });
});
