import { contentOf } from './content.ts';
import type { ContentField, Format, MessageContent, Written } from './format.ts';
import { judgeStatus } from './verdicts.ts';

/** A service's limits for a message. Lengths are UTF-16 units unless `costOf` counts otherwise. */
export interface Limits {
  /** Lengths of the title, a field's name and its value, after escaping. */
  titleMax: number;
  nameMax: number;
  valueMax: number;
  fieldsMax: number;
  /** The limit of all texts together, with `fieldCost` for each field. */
  totalMax: number;
  /** Characters of a field besides its texts. */
  fieldCost: number;
  costOf?: (text: string) => number;
  /** Escapes a text for this format. */
  escape?: (text: string) => string;
}

/** Values are omitted if there is less room than this. */
const VALUE_MIN = 80;
/** Room for "and 200 more fields". */
const MORE_LENGTH_MAX = 24;

/** A format for messages: an event's content within the limits, written by `write`. */
export const messages = (
  limits: Limits,
  write: (content: MessageContent) => Written,
  { paceMs, judge = judgeStatus }: Pick<Format, 'paceMs'> & Partial<Pick<Format, 'judge'>>,
): Format => ({
  write: (event) => write(fitted(contentOf(event), limits)),
  preview: (event) => fitted(contentOf(event), { ...limits, escape: same }),
  judge,
  paceMs,
});

export const json = (value: object): Written => ({
  body: JSON.stringify(value),
  contentType: 'application/json; charset=utf-8',
});

/** Cuts a message to a service's limits and escapes it. `more` counts the omitted fields. */
function fitted(content: MessageContent, limits: Limits): MessageContent {
  const { costOf = lengthOf, escape: harmless = same } = limits;
  const cut = (text: string, max: number, costMax: number) =>
    cutToFit(text, max, (shown) => {
      const escaped = harmless(shown);
      return escaped.length <= max && costOf(escaped) <= costMax ? escaped : undefined;
    });
  const title = cut(content.title, limits.titleMax, limits.totalMax);
  const text = harmless(content.text);
  let left =
    limits.totalMax - [title, text, content.link.text, content.link.url].map(costOf).reduce(sum) - MORE_LENGTH_MAX;
  const fields: ContentField[] = [];
  for (const field of content.fields.slice(0, limits.fieldsMax)) {
    const name = cut(field.name, limits.nameMax, left - limits.fieldCost);
    const room = left - limits.fieldCost - costOf(name);
    const value = cut(field.value, limits.valueMax, room);
    if (name === '' || value === '' || (room < VALUE_MIN && value !== harmless(field.value))) break;
    fields.push({ name, value });
    left = room - costOf(value);
  }
  return { ...content, title, text, fields, more: moreFields(content.fields.length - fields.length) };
}

const same = (text: string): string => text;
const lengthOf = ({ length }: string): number => length;
const sum = (one: number, other: number): number => one + other;

const moreFields = (count: number): string => (count === 0 ? '' : `and ${count} more field${count === 1 ? '' : 's'}`);

/**
 * The longest beginning of a text that fits, with an ellipsis if it is cut; empty if nothing fits.
 * @param lengthMax an upper bound of the length of texts that fit
 */
function cutToFit(text: string, lengthMax: number, shownAs: (text: string) => string | undefined): string {
  const whole = text.length <= lengthMax ? shownAs(text) : undefined;
  if (whole !== undefined) return whole;
  let [most, tooMany] = ['', Math.min(text.length, lengthMax)];
  for (let few = 1; few < tooMany; ) {
    const length = Math.floor((few + tooMany) / 2);
    const shown = shownAs(beginningOf(text, length));
    if (shown === undefined) tooMany = length;
    else [most, few] = [shown, length + 1];
  }
  return most;
}

/** The first UTF-16 units of a text, without splitting a character. */
const beginningOf = (text: string, length: number): string =>
  `${text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;

/** The bytes of a text in UTF-8, escaped for JSON. */
export const jsonBytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length - 2;
