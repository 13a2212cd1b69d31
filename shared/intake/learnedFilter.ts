import type { Kind } from '../storage/learning.ts';
import type { Feature } from './features.ts';
import { decode, encode, type Learned } from './filterState.ts';

/** Marks of each kind that a person has to have made before the filter holds anything. */
const MARKS_NEEDED = 20;
/** At most one of 1,000 wanted texts comes out above it, with what was learned from 20 to 1,000 marks: docs/evidence.md. */
const PROBABILITY_NEEDED = 0.999;
const DECIDING_WORDS_MAX = 5;
const SHOWN_LENGTH_MAX = 30;

/** Marks of each kind that every feature is taken to have had already, in every second text. */
const MARKS_BEFORE = 2;
/** Features without a meaning that every text is taken to have, since a few words say little. */
const FEATURES_BEFORE = 3;
/**
 * Naive Bayes takes words for independent of one another, which they are not: however long a text is, its features are
 * worth no more than so many. Chosen with `npm run bench:filter`.
 */
const INDEPENDENT_FEATURES = 20;

/** How strong the evidence of a part has to be: as `PROBABILITY_NEEDED`, docs/evidence.md. */
const PART_STRENGTH_NEEDED = 2.8;
/** Features of a part that count: the most telling ones, so that neutral words beside them change nothing. */
const TELLING_FEATURES = 12;
/** Evidence that a few telling features are short of. */
const DOUBT = 8;
/** Shorter texts are judged as a whole only. */
const PARTED_WORDS_MIN = 34;
/** Marks of each kind before parts are judged: with 20, the footers of a few texts decide. */
const PARTED_MARKS_NEEDED = 50;

/**
 * What was learned and one mark more (1), or one mark less (-1). The order of marks does not matter, and a mark that is
 * taken back leaves what was learned without it. Without a state, nothing was learned yet.
 */
export const learn = (
  state: Uint8Array | undefined,
  features: readonly Feature[],
  kind: Kind,
  change: 1 | -1,
): Uint8Array => learnAll(state, [{ features, kind, change }]);

/** A mark, or one that is taken back. */
export interface MarkChange {
  features: readonly Feature[];
  kind: Kind;
  change: 1 | -1;
}

/** Any number of marks: `learn` for each. */
export function learnAll(state: Uint8Array | undefined, changes: readonly MarkChange[]): Uint8Array {
  const learned = decode(state);
  for (const { features, kind, change } of changes) {
    const counts = learned.counts[kind];
    learned.marks[kind] = Math.max(0, learned.marks[kind] + change);
    for (const { hash } of features) {
      const bucket = hash % counts.length;
      counts[bucket] = Math.max(0, (counts[bucket] ?? 0) + change);
    }
  }
  return encode(learned);
}

/** What the filter makes of a submission. */
export interface Judgement {
  /** Whether there were marks enough to judge by. */
  isFounded: boolean;
  /** Whether it is held. */
  isSpam: boolean;
  probability: number;
  /** What spoke for spam most, the strongest first: words and hosts as they stand in the text, shapes in parentheses. */
  words: string[];
}

/** A feature and its evidence, in units of what a feature's evidence usually is. */
interface Weighed extends Feature {
  weight: number;
}

/**
 * Judges a submission by what was learned: naive Bayes (Paul Graham, "A Plan for Spam", 2002) with the mean of the
 * features' evidence instead of its sum (Gary Robinson, "A Statistical Approach to the Spam Problem", Linux Journal 107,
 * 2003), over hashed counts (Weinberger and others, "Feature Hashing for Large Scale Multitask Learning", 2009). The
 * mean is in units of what a feature's evidence usually is, because the more features share a bucket, the less it says.
 * Wanted text beside spam lowers the mean, so the parts of a longer text are judged as well: the most telling features of
 * one part are enough.
 */
export const judge = (state: Uint8Array | undefined, features: readonly Feature[]): Judgement =>
  judgeBy(state)(features);

/** Judges any number of submissions by one state. */
export function judgeBy(state: Uint8Array | undefined): (features: readonly Feature[]) => Judgement {
  const learned = decode(state);
  const usual = usualWeight(learned);
  const marks = Math.min(learned.marks.spam, learned.marks.ham);
  const isFounded = marks >= MARKS_NEEDED;
  const isParted = marks >= PARTED_MARKS_NEEDED;
  return (features) => {
    const weighed = features.map((feature) => ({ ...feature, weight: weightOf(learned, feature.hash) / usual }));
    const mean = sumOf(weighed) / (features.length + FEATURES_BEFORE);
    const probability = 1 / (1 + Math.exp(-INDEPENDENT_FEATURES * mean));
    const hasTellingPart = isParted && strongestPart(weighed) > PART_STRENGTH_NEEDED;
    const isSpam = isFounded && (hasTellingPart || probability > PROBABILITY_NEEDED);
    const words = weighed
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight)
      .slice(0, DECIDING_WORDS_MAX)
      .map(({ label }) => label);
    return { isFounded, isSpam, probability, words };
  };
}

const sumOf = (weighed: readonly Weighed[]): number => weighed.reduce((sum, { weight }) => sum + weight, 0);

/** The strength of the part that speaks for spam most, with what belongs to every part; 0 for a short text. */
function strongestPart(weighed: readonly Weighed[]): number {
  const words = weighed.filter(({ parts }) => parts !== undefined);
  if (words.length < PARTED_WORDS_MIN) return 0;
  const present = words.reduce((bits, { parts = 0 }) => bits | parts, 0);
  const strengths = Array.from({ length: 32 - Math.clz32(present) }, (_, part) =>
    strengthOf(weighed.filter(({ parts = present }) => parts & (1 << part))),
  );
  return Math.max(...strengths);
}

/** The sum of the most telling evidence by its root sum of squares: how much of it agrees. */
function strengthOf(weighed: Weighed[]): number {
  const telling = weighed
    .sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
    .slice(0, TELLING_FEATURES);
  return sumOf(telling) / Math.sqrt(telling.reduce((sum, { weight }) => sum + weight ** 2, DOUBT));
}

/** The reason of what is held: at most five words of 30 characters, without any that are invisible or turn text around. */
export function learnedReason({ words }: Judgement): string {
  const shown = words.map((word) => {
    const characters = [...word.replaceAll(/\p{C}/gu, '')];
    return characters.slice(0, SHOWN_LENGTH_MAX).join('') + (characters.length > SHOWN_LENGTH_MAX ? '…' : '');
  });
  return `learned: ${shown.filter((word) => word !== '').join(', ')}`;
}

/** The evidence of a feature: the logarithm of how much more likely it is in spam. */
function weightOf({ marks, counts }: Learned, hash: number): number {
  const likelihood = (kind: Kind): number =>
    ((counts[kind][hash % counts[kind].length] ?? 0) + MARKS_BEFORE / 2) / (marks[kind] + MARKS_BEFORE);
  return Math.log(likelihood('spam') / likelihood('ham'));
}

/** The root mean square of the weights of all features that were learned. */
function usualWeight(learned: Learned): number {
  let squares = 0;
  let features = 0;
  learned.counts.spam.forEach((spam, bucket) => {
    const times = spam + (learned.counts.ham[bucket] ?? 0);
    if (times > 0) squares += times * weightOf(learned, bucket) ** 2;
    features += times;
  });
  return Math.sqrt(squares / features) || 1;
}
