import { CONFIRMED_DIGITS_MAX } from '../../../contract/limits.ts';
import { isFieldPlaceholder, partsOf } from '../../../contract/placeholders.ts';
import type { ConfirmationPlaceholder } from '../../../contract/schemas/confirmation.ts';
import type { SubmissionData } from '../../../contract/schemas/submission.ts';
import { digitsIn, type HarmlessValue, harmless, isLinkLike } from './harmless.ts';

/** A part of a filled-in text: the owner's own, or a submitted value. */
interface Part {
  text: string;
  value?: HarmlessValue | undefined;
}

/** What a template is filled in with. */
export interface Filling {
  own: Readonly<Record<ConfirmationPlaceholder, string>>;
  data: SubmissionData;
}

/** Values that are left out one after the other take time: after this many rounds all of them are left out. */
const ROUNDS_MAX = 10;

/**
 * Fills in a template. A submitted value is left out unless it is harmless, by itself and where it stands: next to other
 * text or values it may not become part of a link, an address or a telephone number.
 */
export function fillIn(template: string, { own, data }: Filling): string {
  let parts = partsOf(template).map((part, place): Part => {
    if (place % 2 === 0) return { text: part };
    if (!isFieldPlaceholder(part)) return { text: own[part as ConfirmationPlaceholder] ?? '' };
    const name = part.slice('field.'.length);
    const value = harmless(Object.hasOwn(data, name) ? data[name] : undefined);
    return { text: value.text, value };
  });
  // Leaving a value out brings its neighbors together, so that they have to be looked at again.
  for (let round = 1, harmful = harmfulIn(parts); harmful.size > 0; harmful = harmfulIn(parts), round++)
    parts = parts.map((part) => (harmful.has(part) || (part.value && round >= ROUNDS_MAX) ? { text: '' } : part));
  return parts.map(({ text }) => text).join('');
}

const WORD = /\S+/g;
/** What a telephone number may consist of. */
const WITHOUT_LETTERS = /\P{L}+/gu;
/** Stands for a character of a date. */
const LETTER = 'x';

/** The values that are part of something harmful. */
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

/** The values that overlap any of the ranges, both in the order of the text. */
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
