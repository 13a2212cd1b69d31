import type { Feature } from '../../../shared/spamFilter/features.ts';
import { judgeBy, learnAll } from '../../../shared/spamFilter/learnedFilter.ts';
import type { Kind } from '../../../shared/storage/filter/learning.ts';
import { Random } from '../simulator/random.ts';

export interface Labelled {
  isSpam: boolean;
  features: Feature[];
}

export interface Trial<T> {
  marksOfEach: number;
  wanted: number;
  falsePositives: T[];
  spam: number;
  caught: number;
  buckets: number;
}

/** Learns the same number of random texts of each kind, and judges all others at each of the given counts. */
export function trials<T extends Labelled>(texts: readonly T[], marks: readonly number[], seed: number): Trial<T>[] {
  const shuffled = shuffle(texts, seed);
  const spam = shuffled.filter(({ isSpam }) => isSpam);
  const wanted = shuffled.filter(({ isSpam }) => !isSpam);
  let state: Uint8Array | undefined;
  let learned = 0;
  return marks.map((marksOfEach) => {
    const next = (all: readonly T[], kind: Kind) =>
      all.slice(learned, marksOfEach).map(({ features }) => ({ features, kind, change: 1 as const }));
    state = learnAll(state, [...next(spam, 'spam'), ...next(wanted, 'ham')]);
    learned = marksOfEach;
    const judge = judgeBy(state);
    const isHeld = ({ features }: T): boolean => judge(features).isSpam;
    const [otherSpam, otherWanted] = [spam.slice(marksOfEach), wanted.slice(marksOfEach)];
    return {
      marksOfEach,
      wanted: otherWanted.length,
      falsePositives: otherWanted.filter(isHeld),
      spam: otherSpam.length,
      caught: otherSpam.filter(isHeld).length,
      buckets: 2 ** (state?.[1] ?? 0),
    };
  });
}

/** Fisher–Yates shuffle. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  const shuffled = [...items];
  const random = new Random(seed);
  for (let index = shuffled.length - 1; index > 0; index--) {
    const other = random.below(index + 1);
    [shuffled[index], shuffled[other]] = [shuffled[other] as T, shuffled[index] as T];
  }
  return shuffled;
}
