import { CONFIRMED_DIGITS_MAX } from '../../../contract/limits.ts';
import { fieldOf, isFieldPlaceholder, splitAtPlaceholders } from '../../../contract/placeholders.ts';
import type { ConfirmationPlaceholder } from '../../../contract/schemas/confirmations/confirmation.ts';
import type { SubmissionData } from '../../../contract/schemas/submissions/submission.ts';
import { digitsIn, harmless, isLinkLike } from './harmless.ts';
import { type Part, withoutLoosePunctuation } from './loosePunctuation.ts';

export interface ConfirmationValues {
  own: Readonly<Record<ConfirmationPlaceholder, string>>;
  data: SubmissionData;
}

const EMPTY: Part = { text: '', value: { text: '', isDate: false } };

/** Rounds in which values are left out one by one; after that, all remaining ones are left out. */
const ROUNDS_MAX = 10;

/**
 * Fills in a template. Leaves out submitted values that are not harmless, or that could form a link, an address or a
 * telephone number together with the text around them. A value that stays empty takes its punctuation along.
 */
export function fillInConfirmation(template: string, { own, data }: ConfirmationValues): string {
  const filled = splitAtPlaceholders(template).map((part, place): Part => {
    if (place % 2 === 0) return { text: part };
    if (!isFieldPlaceholder(part)) return { text: own[part as ConfirmationPlaceholder] ?? '' };
    const name = fieldOf(part);
    const value = harmless(Object.hasOwn(data, name) ? data[name] : undefined);
    return { text: value.text, value };
  });
  // Leaving out a value joins its neighbours, so they must be checked again.
  const leftOut = new Set<number>();
  for (let round = 1; ; round++) {
    const parts = withoutLoosePunctuation(filled.map((part, place) => (leftOut.has(place) ? EMPTY : part)));
    const harmful = harmfulIn(parts);
    if (harmful.size === 0) return parts.map(({ text }) => text).join('');
    for (const [place, part] of parts.entries())
      if (harmful.has(part) || (part.value && round >= ROUNDS_MAX)) leftOut.add(place);
  }
}

const WORD = /\S+/g;
/** Characters of telephone numbers. */
const WITHOUT_LETTERS = /\P{L}+/gu;
/** Replaces each character of a date. */
const LETTER = 'x';

function harmfulIn(parts: readonly Part[]): Set<Part> {
  const text = parts.map((part) => part.text).join('');
  const withoutDates = parts.map(({ text: own, value }) => (value?.isDate ? LETTER.repeat(own.length) : own)).join('');
  return new Set([
    ...valuesIn(parts, matchesIn(text, WORD, isLinkLike)),
    ...valuesIn(
      parts,
      matchesIn(withoutDates, WITHOUT_LETTERS, (run) => digitsIn(run) > CONFIRMED_DIGITS_MAX),
    ),
  ]);
}

type Range = readonly [from: number, to: number];

const matchesIn = (text: string, pattern: RegExp, isHarmful: (match: string) => boolean): Range[] =>
  [...text.matchAll(pattern)]
    .filter(([match]) => isHarmful(match))
    .map(({ 0: match, index }): Range => [index, index + match.length]);

/** The values that overlap any of the ranges, both sorted by position. */
function valuesIn(parts: readonly Part[], ranges: readonly Range[]): Part[] {
  const found: Part[] = [];
  let at = 0;
  let next = 0;
  for (const part of parts) {
    const end = at + part.text.length;
    while (next < ranges.length && (ranges[next]?.[1] ?? 0) <= at) next++;
    if (part.value && at < end && (ranges[next]?.[0] ?? Number.POSITIVE_INFINITY) < end) found.push(part);
    at = end;
  }
  return found;
}
