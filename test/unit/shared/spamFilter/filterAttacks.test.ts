import { describe, expect, test } from '@jest/globals';
import { featuresOf } from '../../../../shared/spamFilter/features.ts';
import { isRefuted, withSpamMark } from '../../../../shared/spamFilter/filterRecord.ts';
import { judgeBy, learnAll } from '../../../../shared/spamFilter/learnedFilter.ts';
import type { FilterRecord } from '../../../../shared/storage/filter/learnedFilters.ts';
import type { Kind } from '../../../../shared/storage/filter/learning.ts';
import { Random } from '../../../support/simulator/random.ts';

function inventedWords(random: Random, count: number): string {
  const letters = () => String.fromCharCode(97 + random.below(26));
  return Array.from({ length: count }, () => Array.from({ length: 4 + random.below(6) }, letters).join('')).join(' ');
}

const [NEUTRAL = [], SPAM, BOOKING, WANTED] = [400, 24, 25, 200].map((count) =>
  inventedWords(new Random(count), count).split(' '),
);

/** A text of 28 neutral and 14 typical words. */
function textOf(number: number, typical: readonly string[] = NEUTRAL): string {
  const random = new Random(number);
  const pick = (words: readonly string[], count: number) => Array.from({ length: count }, () => random.pick(words));
  return [...pick(NEUTRAL, 14), ...pick(typical, 14), ...pick(NEUTRAL, 14)].join(' ');
}
const spamText = (number: number): string => textOf(number, SPAM);
const bookingText = (number: number): string => textOf(number, BOOKING);
const wantedText = (number: number): string => (number % 3 === 0 ? bookingText(number) : textOf(number, WANTED));

const learned = (...marks: [kind: Kind, count: number, write: (number: number) => string][]): Uint8Array =>
  learnAll(
    undefined,
    marks.flatMap(([kind, count, write]) =>
      Array.from({ length: count }, (_, number) => ({
        features: featuresOf({ message: write(number) }),
        kind,
        change: 1 as const,
      })),
    ),
  );

describe('Spam hidden in other text', () => {
  const random = new Random(1);

  test.each<[how: string, disguise: (spam: string, number: number) => string]>([
    ['as it is', (spam) => spam],
    ['before a wanted text', (spam, number) => `${spam}\n${wantedText(number)}`],
    ['behind a wanted text', (spam, number) => `${wantedText(number)}\n${spam}`],
    ['between 240 invented words', (spam) => `${inventedWords(random, 120)}\n${spam}\n${inventedWords(random, 120)}`],
  ])('%s: at most one in five passes a filter with 100 marks of each kind', (_how, disguise) => {
    const judge = judgeBy(learned(['ham', 100, wantedText], ['spam', 100, spamText]));
    const numbers = Array.from({ length: 100 }, (_, number) => 1_000 + number);
    const passed = numbers.filter(
      (number) => !judge(featuresOf({ message: disguise(spamText(number), number) })).isSpam,
    );
    expect(passed.length).toBeLessThanOrEqual(20);
  });
});

describe('Bookings that the owner marks as spam', () => {
  const [TEXTS, REVIEWED_EVERY] = [300, 10];

  test.each([
    { wanted: 20, attacks: 20 },
    { wanted: 20, attacks: 60 },
    { wanted: 50, attacks: 200 },
  ])('after %o marks, at most 10 wanted texts are held until the owner has looked twice, then none', (marks) => {
    let state = learned(['ham', marks.wanted, wantedText], ['spam', marks.attacks, bookingText]);
    let record: FilterRecord = { period: 0, wanted: 0, taken: 0, wantedBefore: 0, takenBefore: 0 };
    let [held, withoutStop, pausedAfter] = [0, 0, TEXTS];
    for (let text = 0; text < TEXTS; text += REVIEWED_EVERY) {
      const judge = judgeBy(state);
      const batch = Array.from({ length: REVIEWED_EVERY }, (_, i) =>
        featuresOf({ message: wantedText(1_000 + text + i) }),
      );
      const taken = batch.filter((features) => judge(features).isSpam).length;
      withoutStop += taken;
      if (!isRefuted(record)) held += taken;
      for (let i = 0; i < batch.length; i++)
        record = withSpamMark(record, { judgedAs: i < taken ? 'spam' : 'ham', kind: 'ham' });
      state = learnAll(
        state,
        batch.map((features) => ({ features, kind: 'ham', change: 1 })),
      );
      if (isRefuted(record)) pausedAfter = Math.min(pausedAfter, text + REVIEWED_EVERY);
    }
    // Otherwise this would be no attack.
    expect(withoutStop).toBeGreaterThan(TEXTS / 50);
    expect(held).toBeLessThanOrEqual(10);
    expect(pausedAfter).toBeLessThanOrEqual(60);
  });
});
