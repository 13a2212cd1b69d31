import type { Kind } from '../storage/filter/learning.ts';
import type { Feature } from './features.ts';
import { decode, encode, type Learned } from './filterState.ts';

/** Spam marks of each class required before the filter holds anything. */
const MARKS_NEEDED = 20;
/** At most 1 in 1,000 wanted texts scores higher, after learning from 20 to 1,000 marks: docs/evidence.md. */
const PROBABILITY_NEEDED = 0.999;
const DECIDING_WORDS_MAX = 5;
const SHOWN_LENGTH_MAX = 30;

/** Prior: marks of each class assumed for every feature, which half of the texts contain. */
const MARKS_BEFORE = 2;
/** Prior: neutral features assumed in every text, since a few words prove little. */
const FEATURES_BEFORE = 3;
/**
 * Naive Bayes assumes that words are independent, which they are not: this caps the weight of long texts. Chosen like
 * `PROBABILITY_NEEDED`, docs/evidence.md.
 */
const INDEPENDENT_FEATURES = 20;

/** Evidence that a part needs; chosen like `PROBABILITY_NEEDED`, docs/evidence.md. */
const PART_STRENGTH_NEEDED = 2.8;
/** Only the most telling features of a part count, so that neutral words do not dilute them. */
const TELLING_FEATURES = 12;
/** Evidence subtracted because a few telling features prove little. */
const DOUBT = 8;
/** Shorter texts are only judged as a whole. */
const PARTED_WORDS_MIN = 34;
/** Marks of each class required before parts are judged: with 20, the footers of a few texts would decide. */
const PARTED_MARKS_NEEDED = 50;

export interface SpamMarkChange {
  features: readonly Feature[];
  kind: Kind;
  change: 1 | -1;
}

/**
 * Adds spam marks to the state (1) or removes them (-1). Order does not matter, and removing a mark restores the state
 * without it. Without a state, starts from an empty one.
 */
export function learnAll(state: Uint8Array | undefined, changes: readonly SpamMarkChange[]): Uint8Array {
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

export interface Judgement {
  /** True if there were enough marks to judge. */
  isFounded: boolean;
  isSpam: boolean;
  probability: number;
  /** The strongest signs of spam first: words and hosts as in the text, shapes in parentheses. */
  words: string[];
}

/** A feature and its evidence, relative to the usual evidence of a feature. */
interface Weighed extends Feature {
  weight: number;
}

/**
 * Judges a submission: naive Bayes (Paul Graham, "A Plan for Spam", 2002) with the mean of the features' evidence
 * instead of its sum (Gary Robinson, "A Statistical Approach to the Spam Problem", Linux Journal 107, 2003), over
 * hashed counts (Weinberger and others, "Feature Hashing for Large Scale Multitask Learning", 2009). The mean is
 * relative to a feature's usual evidence, because features that share buckets say less. Wanted text next to spam lowers
 * the mean, so the parts of a longer text are judged too: the most telling features of one part suffice.
 */
export const judge = (state: Uint8Array | undefined, features: readonly Feature[]): Judgement =>
  judgeBy(state)(features);

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

/** The score of the most spam-like part, including features of every part; 0 for a short text. */
function strongestPart(weighed: readonly Weighed[]): number {
  const words = weighed.filter(({ parts }) => parts !== undefined);
  if (words.length < PARTED_WORDS_MIN) return 0;
  const present = words.reduce((bits, { parts = 0 }) => bits | parts, 0);
  const strengths = Array.from({ length: 32 - Math.clz32(present) }, (_, part) =>
    strengthOf(weighed.filter(({ parts = present }) => parts & (1 << part))),
  );
  return Math.max(...strengths);
}

/** The sum of the most telling evidence divided by its root sum of squares, which measures agreement. */
function strengthOf(weighed: Weighed[]): number {
  const telling = weighed
    .sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
    .slice(0, TELLING_FEATURES);
  return sumOf(telling) / Math.sqrt(telling.reduce((sum, { weight }) => sum + weight ** 2, DOUBT));
}

/**
 * The reason stored with a held submission: at most five words of 30 characters, without invisible or bidirectional
 * characters.
 */
export function learnedReason({ words }: Judgement): string {
  const shown = words.map((word) => {
    const characters = [...word.replaceAll(/\p{C}/gu, '')];
    return characters.slice(0, SHOWN_LENGTH_MAX).join('') + (characters.length > SHOWN_LENGTH_MAX ? '…' : '');
  });
  return `learned: ${shown.filter((word) => word !== '').join(', ')}`;
}

/** A feature's evidence: the log-likelihood ratio of spam. */
function weightOf({ marks, counts }: Learned, hash: number): number {
  const likelihood = (kind: Kind): number =>
    ((counts[kind][hash % counts[kind].length] ?? 0) + MARKS_BEFORE / 2) / (marks[kind] + MARKS_BEFORE);
  return Math.log(likelihood('spam') / likelihood('ham'));
}

/** The root mean square of all learned features' weights. */
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
