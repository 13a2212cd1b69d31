import { describe, expect, test } from '@jest/globals';
import { DISGUISES, dilution, POISONINGS, poisoning } from '../../../support/filterAttacks.ts';
import { IS_LONG } from '../../../support/testSize.ts';

const SEEDS = IS_LONG ? [1, 2, 3] : [1];
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

describe('Spam hidden in other text', () => {
  test.each(Object.keys(DISGUISES))(
    '%s: at most one in five passes a filter with 100 marks of each kind',
    (disguise) => {
      const passed = SEEDS.map((seed) => dilution(disguise, { marksOfEach: 100, texts: 100, seed }));
      expect(sumOf(passed)).toBeLessThanOrEqual(20 * SEEDS.length);
    },
  );
});

describe('Bookings that the owner marks as spam', () => {
  test.each(POISONINGS)(
    'after %o marks, at most 10 wanted texts are held until the owner has looked twice, then none',
    (marks) => {
      for (const seed of SEEDS) {
        const { rightAfter, withStop, pausedAfter } = poisoning({ ...marks, texts: 300, seed, reviewedEvery: 10 });
        // Otherwise this would be no attack.
        expect(rightAfter).toBeGreaterThan(300 / 50);
        expect(withStop).toBeLessThanOrEqual(10);
        expect(pausedAfter).toBeLessThanOrEqual(60);
      }
    },
  );
});
