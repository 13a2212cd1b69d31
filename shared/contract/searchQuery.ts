import { SEARCH_TERMS_MAX } from './limits.ts';

/** A word or phrase to find, in any field or in the named one. */
export interface SearchTerm {
  field?: string;
  text: string;
}

/**
 * Parses a search: words, "quoted phrases", and `field:word` or `field:"a phrase"`, where the field's name may be
 * quoted too. Quotes may be typographic. A telephone number with blanks is a phrase. Linear time.
 * @returns the terms, or the problem with the text
 */
export function parseSearchQuery(query: string): SearchTerm[] | string {
  const terms: SearchTerm[] = [];
  for (let at = skipBlanks(query, 0); at < query.length; at = skipBlanks(query, at)) {
    const first = partAt(query, at, { endsAtColon: true });
    const isField = first !== undefined && query[first.end] === ':';
    const value = isField ? partAt(query, first.end + 1, { endsAtColon: false }) : first;
    if (first === undefined || value === undefined) return 'has a quote that is not closed';
    if (first.text === '') return 'has a colon without a field before it, or an empty phrase';
    if (value.text === '') return 'has a field without a word after its colon';
    if (value.end < query.length && !isBlank(query[value.end])) return 'needs a space after a closing quote';
    terms.push(isField ? { field: first.text, text: value.text } : { text: value.text });
    at = value.end;
  }
  if (terms.length === 0) return 'has no words';
  return terms.length > SEARCH_TERMS_MAX ? `may have at most ${SEARCH_TERMS_MAX} words` : terms;
}

/** The quoted text at this position, or the text up to the next blank. */
function partAt(query: string, start: number, { endsAtColon }: { endsAtColon: boolean }) {
  if (query[start] === '"') {
    const close = query.indexOf('"', start + 1);
    return close < 0 ? undefined : { text: query.slice(start + 1, close), end: close + 1 };
  }
  const phrase = typographicPhrase(query, start, endsAtColon) ?? telephoneNumber(query, start);
  if (phrase) return phrase;
  let end = start;
  while (end < query.length && !isBlank(query[end]) && !(endsAtColon && query[end] === ':')) end++;
  return { text: query.slice(start, end), end };
}

/** Groups of digits after a plus, a zero or a bracket. Other numbers are found by their groups alone. */
const FIRST_GROUP = /^(?:\+\d|0|\(\+?\d)[\d()\-./]{0,20}$/;
const FURTHER_GROUP = /^[\d()\-./]{1,20}$/;
const TELEPHONE_GROUPS_MAX = 10;
const TELEPHONE_DIGITS_MIN = 6;

function telephoneNumber(query: string, start: number) {
  let groups = 0;
  let end = start;
  for (const { 0: word, index } of query.slice(start).matchAll(/\S+/g)) {
    if (groups === TELEPHONE_GROUPS_MAX || !(groups === 0 ? FIRST_GROUP : FURTHER_GROUP).test(word)) break;
    groups++;
    end = start + index + word.length;
  }
  const text = query.slice(start, end);
  const isLong = text.replace(/\D/g, '').length >= TELEPHONE_DIGITS_MIN;
  return groups > 1 && isLong ? { text, end } : undefined;
}

const OPENING = /[\u201c-\u201f\u00ab\u00bb]/;

/** The text between typographic quotes, as keyboards of telephones write them; undefined if they are part of a word. */
function typographicPhrase(query: string, start: number, endsAtColon: boolean) {
  if (!OPENING.test(query.charAt(start))) return undefined;
  for (let close = start + 1; close < query.length; close++) {
    const next = query[close + 1];
    const isLast = next === undefined || isBlank(next) || (endsAtColon && next === ':');
    if (!isLast || !OPENING.test(query.charAt(close))) continue;
    const text = query.slice(start + 1, close).trim();
    return text === '' ? undefined : { text, end: close + 1 };
  }
  return undefined;
}

const isBlank = (character: string | undefined): boolean => character?.trim() === '';

function skipBlanks(query: string, start: number): number {
  let at = start;
  while (at < query.length && isBlank(query[at])) at++;
  return at;
}
