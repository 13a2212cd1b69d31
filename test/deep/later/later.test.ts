import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { runAndParseReport } from '../../support/jest/runReport.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { HAPPENINGS, OTHER_USES } from './happenings.ts';
import type { LaterReport } from './main.ts';
import { declaredIn, usesIn, usesOfTime } from './usesOfTime.ts';

const TIMEOUT_MS = 600_000;
const DEATHS = IS_LONG ? '1000' : '1';

const walks = HAPPENINGS.map(({ shownBy }) => shownBy).filter((shownBy) => !shownBy.startsWith('test/'));

test(
  'delayed effects reach people, even if a function died in between',
  async () => {
    const { report } = await runAndParseReport<LaterReport>('test/deep/later/main.ts', DEATHS);
    expect(report.walks.flatMap(({ failures }) => failures)).toEqual([]);
    expect(report.walks.map(({ name }) => name).sort()).toEqual([...new Set(walks)].sort());
    for (const { deaths } of report.walks) expect(deaths.length).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

describe('Each use of time in the code', () => {
  const declared = [...HAPPENINGS, ...OTHER_USES].flatMap(({ uses }) => declaredIn(uses));

  test('belongs to a delayed effect, or has a reason: add new ones to happenings.ts', () => {
    expect(usesOfTime().filter((use) => !declared.includes(use))).toEqual([]);
  });

  test('is declared once, and still exists', () => {
    expect(declared.filter((use, place) => declared.indexOf(use) !== place)).toEqual([]);
    const used = usesOfTime();
    expect(declared.filter((use) => !used.includes(use))).toEqual([]);
  });

  test('is found in every notation, but not in comments', () => {
    expect(usesIn('const HELD_DAYS = 3; f(Date.now());')).toEqual(['HELD_DAYS', 'now']);
    expect(usesIn('put({ ttl }); setTimeout(f, 1); queue.send({ delayS })')).toEqual(['ttl', 'delay', 'timer']);
    expect(usesIn('Schedule.rate(Duration.minutes(1))')).toEqual(['duration', 'schedule']);
    expect(usesIn("{ scheduleExpression: 'rate(1 hour)' }")).toEqual(['schedule']);
    expect(usesIn('const WAIT_S_MAX = 9; const aMs = 5; performance.now()')).toEqual(['WAIT_S_MAX', 'now', 'duration']);
    expect(usesIn('{ leaseMs: 6, VisibilityTimeout: n }')).toEqual(['delay', 'duration']);
    expect(usesIn('/** ttl */ const HOUR_MS = 3_600_000; // Date.now')).toEqual([]);
  });
});

test('each referenced test file exists', () => {
  const files = HAPPENINGS.map(({ shownBy }) => shownBy).filter((shownBy) => shownBy.startsWith('test/'));
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
