import { CONFIRMED_DIGITS_MAX, CONFIRMED_VALUE_LENGTH_MAX } from '../../../contract/limits.ts';
import { listed } from '../../../messages/forPeople.ts';

/** A date as HTML's controls send it, alone or with a time. */
const DATE = /^(?:19|20)\d\d-(\d\d)-(\d\d)(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?$/;

/** Characters of links and addresses, and those that look like them. */
const MARKUP = /[\\@<>]|[/\u2044\u2215\u29f8][/\u2044\u2215\u29f8\p{L}]/u;

/** With joiners, which Persian, Hindi and emoji need. */
const COMBINING = /[\p{M}\u200c\u200d]/gu;

/** A dot before a letter, which mail programs may turn into a link. */
const HOST_NAME = /[.\u3002\u2024]\p{L}/u;

/** Four numbers with dots: an IP address. */
const IP_ADDRESS = /\p{N}(?:[.\u3002\u2024]\p{N}{1,4}){3}/u;

/** A dot or a slash directly before a letter. A blank between them keeps it from becoming a link. */
const BEFORE_LETTER = /([./\u3002\u2024\u2044\u2215\u29f8])(?=\p{L})/gu;

/** Characters that copied text may have: soft hyphens, spaces without width, and marks of direction. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Controls, line breaks, unassigned and private characters, and everything invisible that does not combine. */
const INVISIBLE = /(?![\ufe0e\ufe0f\u200c\u200d])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const DIGIT = /\p{N}/gu;

export const digitsIn = (text: string): number => text.match(DIGIT)?.length ?? 0;

export function isLinkLike(text: string): boolean {
  const bare = text.replace(COMBINING, '');
  return MARKUP.test(bare) || HOST_NAME.test(bare) || IP_ADDRESS.test(bare);
}

/** A submitted value that a confirmation may repeat. Dates may have more digits than other values. */
export interface HarmlessValue {
  text: string;
  isDate: boolean;
}

/** Without an exponent. */
const PLAIN_NUMBER = /^-?[\d.]+$/;

/** Characters of a list's values together. */
const LIST_LENGTH_MAX = 120;
/** Values of a list that are looked at. */
const VALUES_MAX = 20;

const NOTHING: HarmlessValue = { text: '', isDate: false };

/** NFKC may make a character up to 18 times as long. */
const UNNORMALIZED_LENGTH_MAX = 4 * CONFIRMED_VALUE_LENGTH_MAX;

/**
 * A submitted value that cannot carry a message of its own: a date, a boolean, a number of few digits, or a short
 * text without links, addresses, telephone numbers and line breaks; of a list, those of its values that are, joined.
 * Anything else becomes empty.
 */
export function harmless(value: unknown): HarmlessValue {
  if (!Array.isArray(value)) return harmlessOne(value);
  const values = value
    .slice(0, VALUES_MAX)
    .map(harmlessOne)
    .filter(({ text }) => text !== '');
  const text = listed(values.map((each) => each.text));
  return text.length > LIST_LENGTH_MAX ? NOTHING : { text, isDate: values.every(({ isDate }) => isDate) };
}

function harmlessOne(value: unknown): HarmlessValue {
  if (typeof value === 'boolean') return { text: String(value), isDate: false };
  if (typeof value !== 'string' && !(typeof value === 'number' && PLAIN_NUMBER.test(String(value)))) return NOTHING;
  const raw = String(value);
  if (raw.length > UNNORMALIZED_LENGTH_MAX) return NOTHING;
  const plain = raw.replace(UNSEEN, '').normalize('NFKC').trim();
  if (isDate(plain)) return { text: plain, isDate: true };
  // A value with two slashes is still rejected below.
  const text = plain.replace(BEFORE_LETTER, '$1 ');
  const isAllowed =
    [...plain].length <= CONFIRMED_VALUE_LENGTH_MAX &&
    digitsIn(text) <= CONFIRMED_DIGITS_MAX &&
    !INVISIBLE.test(text) &&
    !isLinkLike(text);
  return isAllowed ? { text, isDate: false } : NOTHING;
}

function isDate(text: string): boolean {
  const [, month, day] = DATE.exec(text) ?? [];
  return month !== undefined && inRange(Number(month), 12) && inRange(Number(day), 31);
}

const inRange = (value: number, max: number): boolean => value >= 1 && value <= max;
