import { expect, test } from '@jest/globals';
import { ALL_KEPT, keepingChanges, keptFrom } from '../../../../../shared/storage/endpoints/keeping.ts';

test('an endpoint whose spam was removed by age has nothing due once that setting is gone, and costs no more reads than others', () => {
  const nowMs = 1_800_000_000_000;
  const left = keepingChanges({ keepSpamDays: 30 }, { keepSpamDays: null }, nowMs);
  expect(left).toMatchObject({ goneBefore: 1 });
  expect(keptFrom({ goneBefore: 1 }, nowMs)).toEqual(ALL_KEPT);
});
