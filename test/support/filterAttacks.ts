import type { SubmissionData } from '../../shared/contract/schemas/submission.ts';
import { featuresOf } from '../../shared/intake/features.ts';
import { isRefuted, withSpamMark } from '../../shared/intake/filterRecord.ts';
import { judgeBy, learnAll } from '../../shared/intake/learnedFilter.ts';
import type { FilterRecord } from '../../shared/storage/learnedFilters.ts';
import type { Kind } from '../../shared/storage/learning.ts';
import { bookingText, inventedWords, spamText, wantedText } from './formTexts.ts';
import { Random } from './simulator/random.ts';

type Write = (random: Random) => SubmissionData;

const learned = (texts: readonly (readonly [Kind, number, Write])[], random: Random): Uint8Array =>
  learnAll(
    undefined,
    texts.flatMap(([kind, count, write]) =>
      Array.from({ length: count }, () => ({ features: featuresOf(write(random)), kind, change: 1 as const })),
    ),
  );

/** Ways to hide spam next to other text. */
export const DISGUISES: Record<string, (spam: string, random: Random) => string> = {
  'as it is': (spam) => spam,
  'a wanted text after it': (spam, random) => `${spam}\n${wantedText(random).message}`,
  'a wanted text before it': (spam, random) => `${wantedText(random).message}\n${spam}`,
  'behind 120 invented words': (spam, random) => `${inventedWords(random, 120)}\n${spam}`,
  'before 120 invented words': (spam, random) => `${spam}\n${inventedWords(random, 120)}`,
  'between 240 invented words': (spam, random) =>
    `${inventedWords(random, 120)}\n${spam}\n${inventedWords(random, 120)}`,
};

/** How much disguised spam passes a filter trained with equal numbers of wanted texts and plain spam. */
export function dilution(
  disguise: string,
  options: { marksOfEach: number; isShort?: boolean; texts: number; seed: number },
) {
  const random = new Random(options.seed);
  const spam: Write = (chance) => spamText(chance, options.isShort);
  const judge = judgeBy(
    learned(
      [
        ['ham', options.marksOfEach, wantedText],
        ['spam', options.marksOfEach, spam],
      ],
      random,
    ),
  );
  let passed = 0;
  for (let text = 0; text < options.texts; text++) {
    const sent = spam(random);
    const message = DISGUISES[disguise]?.(String(sent.message), random);
    if (!judge(featuresOf({ ...sent, message })).isSpam) passed++;
  }
  return passed;
}

export const POISONINGS = [
  { wanted: 20, spam: 0, bookings: 20 },
  { wanted: 20, spam: 0, bookings: 100 },
  { wanted: 50, spam: 20, bookings: 50 },
  { wanted: 50, spam: 20, bookings: 200 },
  { wanted: 100, spam: 50, bookings: 200 },
];

export interface PoisoningOptions {
  wanted: number;
  spam: number;
  bookings: number;
  texts: number;
  seed: number;
  /** Wanted texts between two visits of the owner, who then marks each as wanted. */
  reviewedEvery: number;
}

const NEW_RECORD: FilterRecord = { period: 0, wanted: 0, taken: 0, wantedBefore: 0, takenBefore: 0 };

/** The fate of wanted texts after an attacker got bookings marked as spam, with and without the filter's pause. */
export function poisoning({ wanted, spam, bookings, texts, seed, reviewedEvery }: PoisoningOptions) {
  const random = new Random(seed);
  let state = learned(
    [
      ['ham', wanted, wantedText],
      ['spam', spam, spamText],
      ['spam', bookings, bookingText],
    ],
    random,
  );
  let record = NEW_RECORD;
  const held = { rightAfter: 0, withoutStop: 0, withStop: 0, pausedAfter: texts, pausedAtEnd: false };
  const untouched = judgeBy(state);
  for (let text = 0; text < texts; text += reviewedEvery) {
    const batch = Array.from({ length: Math.min(reviewedEvery, texts - text) }, () => featuresOf(wantedText(random)));
    const judge = judgeBy(state);
    const judgements = batch.map((features) => judge(features).isSpam);
    held.rightAfter += batch.filter((features) => untouched(features).isSpam).length;
    held.withoutStop += judgements.filter(Boolean).length;
    if (!isRefuted(record)) held.withStop += judgements.filter(Boolean).length;
    for (const isSpam of judgements) record = withSpamMark(record, { judgedAs: isSpam ? 'spam' : 'ham', kind: 'ham' });
    state = learnAll(
      state,
      batch.map((features) => ({ features, kind: 'ham', change: 1 })),
    );
    if (isRefuted(record)) held.pausedAfter = Math.min(held.pausedAfter, text + batch.length);
  }
  return { ...held, pausedAtEnd: isRefuted(record) };
}
