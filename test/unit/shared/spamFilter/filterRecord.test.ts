import { describe, expect, test } from '@jest/globals';
import { isRefuted, pauseOf, withoutSpamMark, withSpamMark } from '../../../../shared/spamFilter/filterRecord.ts';
import type { FilterRecord } from '../../../../shared/storage/filter/learnedFilters.ts';
import type { Kind } from '../../../../shared/storage/filter/learning.ts';

const EMPTY: FilterRecord = { period: 0, wanted: 0, taken: 0, wantedBefore: 0, takenBefore: 0 };

/** The record after wanted submissions, some of which the filter had judged as spam. */
const recordOf = (judgements: readonly Kind[], record = EMPTY): FilterRecord =>
  judgements.reduce((next, judgedAs) => withSpamMark(next, { judgedAs, kind: 'ham' }), record);
const times = (count: number, judgedAs: Kind): Kind[] => Array(count).fill(judgedAs);

/** The probability that at least `taken` of these wanted texts are held, at a rate of 1 in 1,000. */
function chanceOf(taken: number, wanted: number): number {
  let [term, below] = [0.999 ** wanted, 0];
  for (let count = 0; count < taken; count++) {
    below += term;
    term *= ((wanted - count) / (count + 1)) * (0.001 / 0.999);
  }
  return 1 - below;
}

describe("A filter's record", () => {
  test('contradicts its promise only if chance explains the marks less than once in 1,000 times', () => {
    for (let wanted = 1; wanted <= 99; wanted++) {
      for (let taken = 0; taken <= Math.min(wanted, 5); taken++) {
        const record = { ...EMPTY, wanted, taken };
        // One of one has exactly that probability; a single mark may be a mistake.
        const isUnlikely = taken > 1 && chanceOf(taken, wanted) < 0.001;
        expect([wanted, taken, isRefuted(record)]).toEqual([wanted, taken, isUnlikely]);
      }
    }
  });

  test('counts marks as wanted only: spam that is marked as spam cannot outweigh them', () => {
    const contradicted = recordOf(['spam', 'spam']);
    const flooded = times(500, 'spam').reduce(
      (record, judgedAs) => withSpamMark(record, { judgedAs, kind: 'spam' }),
      contradicted,
    );
    expect(flooded).toEqual(contradicted);
    expect(isRefuted(flooded)).toBe(true);
  });

  test('covers at most 99 marks, those of the last two periods', () => {
    const held = recordOf(['spam', 'spam', ...times(48, 'ham')]);
    expect(held).toEqual({ period: 1, wanted: 0, taken: 0, wantedBefore: 50, takenBefore: 2 });
    expect(recordOf(times(49, 'ham'), held)).toMatchObject({ wanted: 49, takenBefore: 2 });
    expect(recordOf(times(50, 'ham'), held)).toEqual({
      period: 2,
      wanted: 0,
      taken: 0,
      wantedBefore: 50,
      takenBefore: 0,
    });
  });

  test('drops a revoked mark from the period that counted it', () => {
    const mark = { judgedAs: 'spam', kind: 'ham' } as const;
    const counted = withSpamMark(EMPTY, mark);
    expect(withoutSpamMark(counted, mark, 0)).toEqual(EMPTY);
    const next = recordOf(times(49, 'ham'), counted);
    expect(withoutSpamMark(next, mark, 0)).toMatchObject({ wantedBefore: 49, takenBefore: 0 });
    expect(withoutSpamMark(recordOf(times(50, 'ham'), next), mark, 0)).toEqual(recordOf(times(50, 'ham'), next));
    expect(withoutSpamMark(next, mark, undefined)).toEqual(next);
  });

  test('reports the contradicted marks, and how many more resume the filter', () => {
    expect(pauseOf(recordOf(['spam', ...times(3, 'ham')]))).toBeUndefined();
    for (const record of [
      recordOf(['spam', 'spam']),
      recordOf(times(9, 'spam')),
      recordOf(['ham', ...times(49, 'spam')]),
    ]) {
      const { marksNeeded = 0, ...pause } = pauseOf(record) ?? {};
      const [wanted, takenForSpam] = [record.wanted + record.wantedBefore, record.taken + record.takenBefore];
      expect(pause).toEqual({ wanted, takenForSpam });
      expect(isRefuted(recordOf(times(marksNeeded - 1, 'ham'), record))).toBe(true);
      expect(isRefuted(recordOf(times(marksNeeded, 'ham'), record))).toBe(false);
      expect(marksNeeded).toBeLessThanOrEqual(100);
    }
  });
});
