import { describe, expect, test } from '@jest/globals';
import { COSTS } from '../../support/costs.ts';
import { changesBetween, isWorse } from './compare.ts';
import { type BenchReport, faultsOf, machine } from './report.ts';
import { soakFaults } from './soak.ts';

type Growth = BenchReport['bySubmissions'][string];

/** A run in which every cost is the stated one, with these growths. */
const reportOf = (
  bySubmissions: Record<string, Growth> = {},
  byEndpoints: Record<string, Growth> = {},
): BenchReport => ({
  machine: machine(),
  engine: {},
  operations: Object.fromEntries(
    Object.entries(structuredClone(COSTS)).map(([id, cost]) => [
      id,
      { ...cost, load: { 1: { perSecond: 100, p50Ms: 10 } } },
    ]),
  ) as unknown as BenchReport['operations'],
  starts: { unchangedMs: 1_000, changedMs: 3_000 },
  functions: { createKey: { bytes: 1_000, gzipBytes: 500, initMs: 40, initRatio: 2, initCpuMs: 30 } },
  bySubmissions,
  byEndpoints,
});

const figures = (rounds: number, readUnits: number, writeUnits: number) => ({
  rounds,
  calls: rounds,
  readUnits,
  writeUnits,
  p50Ms: 1,
});

describe('a run is refused', () => {
  test('not when every cost is the stated one', () => {
    expect(faultsOf(reportOf({ createSubmission: { 100: figures(2, 1, 1), 10000: figures(2, 1, 1) } }))).toEqual([]);
  });

  test('when an operation costs something else', () => {
    const report = reportOf();
    report.operations.createKey.dynamodb = { GetItem: 2, TransactWriteItems: 1 };
    expect(faultsOf(report)).toEqual([expect.stringContaining('createKey costs')]);
  });

  test.each([
    ['round trips', figures(3, 1, 1)],
    ['read units', figures(2, 1.5, 1)],
    ['write units', figures(2, 1, 2)],
  ])('when %s grow with what is stored', (_, grown) => {
    const growth = { createSubmission: { 100: figures(2, 1, 1), 10000: grown } };
    expect(faultsOf(reportOf(growth))).toEqual(['createSubmission costs more from 100 to 10000 stored submissions']);
    expect(faultsOf(reportOf({}, growth))).toEqual(['createSubmission costs more from 100 to 10000 endpoints']);
  });

  test('when a page of a list costs more than it may, and not before', () => {
    const growth = (readUnits: number) => ({
      'listSubmissions, last page': { 100: figures(2, 4, 0), 10000: figures(3, readUnits, 0) },
    });
    expect(faultsOf(reportOf(growth(16)))).toEqual([]);
    expect(faultsOf(reportOf(growth(16.5)))).toHaveLength(1);
  });
});

describe('compared with an earlier run', () => {
  const changed = (change: (report: BenchReport) => void) => {
    const report = reportOf();
    change(report);
    return changesBetween(reportOf(), report);
  };

  test('what is the same is no change', () => {
    expect(changed(() => undefined)).toEqual([]);
  });

  test.each<[string, (report: BenchReport) => void]>([
    ['operations.createKey.rounds', ({ operations }) => operations.createKey.rounds++],
    ['operations.createKey.readUnits', ({ operations }) => operations.createKey.readUnits++],
    ['operations.createKey.writeUnits', ({ operations }) => operations.createKey.writeUnits++],
    [
      'operations.createKey.dynamodb.GetItem',
      ({ operations }) => Object.assign(operations.createKey.dynamodb, { GetItem: 2 }),
    ],
    [
      'operations.createKey.dynamodb.Query',
      ({ operations }) => Object.assign(operations.createKey.dynamodb, { Query: 1 }),
    ],
    ['functions.createKey.bytes', ({ functions }) => Object.assign(functions.createKey as object, { bytes: 1_001 })],
    [
      'functions.createKey.gzipBytes',
      ({ functions }) => Object.assign(functions.createKey as object, { gzipBytes: 501 }),
    ],
  ])('more of %s is worse', (name, change) => {
    const changes = changed(change);
    expect(changes.map((each) => [each.name, isWorse(each)])).toEqual([[name, true]]);
  });

  test('less of a cost is told, and not worse', () => {
    const changes = changed(({ operations }) => operations.createKey.readUnits--);
    expect(changes.map(isWorse)).toEqual([false]);
  });

  test('a page of a list, which has a limit of its own, is told, and never worse', () => {
    const [before, after] = [7, 8].map((readUnits) =>
      reportOf({ 'listSubmissions, page 1': { 100: figures(2, readUnits, 0) } }),
    ) as [BenchReport, BenchReport];
    expect(changesBetween(before, after).map(isWorse)).toEqual([false]);
  });

  test('a time is told, and never worse', () => {
    const changes = changed(({ functions }) => Object.assign(functions.createKey as object, { initMs: 400 }));
    expect(changes.map((each) => [each.name, isWorse(each)])).toEqual([['functions.createKey.initMs', false]]);
  });
});

describe('mixed traffic for a minute is', () => {
  const faults = (p99Ms: number, last: number) =>
    soakFaults({ perSecond: 300, p50Ms: 100, p99Ms, memoryMb: { first: 600, last } });

  test('as it must be while the slowest requests and the memory stay within bounds', () => {
    expect(faults(499, 690)).toEqual([]);
  });

  test('refused when the slowest requests take too long, or the memory grows', () => {
    expect(faults(500, 600)).toEqual(['p99 is 500 ms, p50 100 ms']);
    expect(faults(200, 691)).toEqual(['memory grew from 600 to 691 MB']);
  });
});
