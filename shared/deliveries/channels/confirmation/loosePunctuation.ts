import type { HarmlessValue } from './harmless.ts';

/** A part of a filled-in text: the owner's own, or a submitted value. */
export interface Part {
  text: string;
  value?: HarmlessValue | undefined;
}

const BRACKETS = ['()', '[]', '""', '“”', '„“', '«»', '‹›', '‘’', '「」', '（）'];
const LEADING_SIGN = /[,;:、،–—-]$/;
const LEADING_SEPARATOR = /^[ \t]*[,;:、،–—-][ \t]*/;
const SENTENCE_END = /^[.!?。！？؟]/;
const LINE_END = /^[,;:、،]?[ \t]*(?=\n|$)/;
const LINE_START = /^(?:[,;:.!?、،][ \t]*|[ \t]+)/;
const BLANK = /^[ \t]*$/;
/** Between two empty values, which are then treated as one. */
const SEPARATOR = /^[,;:/&、،–—-]?$/;
const CLOSING = /^[)\]」）]/;

/** Removes the punctuation around empty values, so that `Dear {{field.name}},` never becomes `Dear ,`. */
export function withoutLoosePunctuation(parts: readonly Part[]): Part[] {
  const texts = parts.map(({ text }) => text);
  /** The place of the text before the empty values that are one. */
  let start = 0;
  for (const [place, { value }] of parts.entries()) {
    if (value?.text !== '') continue;
    const isOne = parts[place - 2]?.value?.text === '' && SEPARATOR.test(withoutBlanks(texts[place - 1] ?? ''));
    if (isOne) texts[place - 1] = '';
    else start = place - 1;
    const earlier = texts.slice(0, start).join('');
    const [before, after] = trimmed(texts[start] ?? '', texts[place + 1] ?? '', {
      isLineStart: earlier === '' || earlier.endsWith('\n'),
      followsValue: start > 0 && texts[start - 1] !== '',
      isLast: place === parts.length - 2,
    });
    texts[start] = before;
    texts[place + 1] = after;
  }
  return parts.map((part, place) => (part.text === texts[place] ? part : { ...part, text: texts[place] ?? '' }));
}

/** Position of an empty value: at the start of a line, after another value, before the last text. */
type Place = Record<'isLineStart' | 'followsValue' | 'isLast', boolean>;

function trimmed(before: string, after: string, place: Place): [before: string, after: string] {
  const isPair = BRACKETS.some(([open = '', close = '']) => before.endsWith(open) && after.startsWith(close));
  if (isPair) return trimmed(before.slice(0, -1), after.slice(1), place);
  if (BRACKETS.some(([open = '']) => before.endsWith(open))) return [before, after.replace(LEADING_SEPARATOR, '')];
  if (CLOSING.test(after)) return [withoutLeadingSign(before), after];
  if (before.endsWith('\n') || (before === '' && place.isLineStart)) return [before, after.replace(LINE_START, '')];
  const isLineEnd = LINE_END.test(after) && (place.isLast || after.includes('\n'));
  if (place.followsValue && BLANK.test(before)) return ['', after];
  if (SENTENCE_END.test(after)) return [withoutLeadingSign(before), after];
  if (isLineEnd) return [withoutLeadingSign(before), after.replace(LINE_END, '')];
  return [/^[ \t,;:]/.test(after) ? withoutEndBlanks(before) : before, after];
}

const withoutBlanks = (text: string): string => withoutEndBlanks(text).replace(/^[ \t]+/, '');

function withoutEndBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Without the blanks and the sign that lead to a value at the end of a sentence or a line: `Thank you, {{field.name}}.` */
const withoutLeadingSign = (text: string): string => withoutEndBlanks(withoutEndBlanks(text).replace(LEADING_SIGN, ''));
