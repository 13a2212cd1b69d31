import { invalidInput } from '../contract/errors.ts';
import type { SubmissionData } from '../contract/schemas/submission.ts';
import { Addresses, isAddress } from './addresses.ts';
import { Phrases } from './phrases.ts';
import { fold, skeleton, textOf, wordsOf } from './text.ts';

/** A text as it is read, and as it looks: Greek in capitals is found by the first, Latin in disguise by the second. */
const formsOf = (text: string): string[] => [...new Set([fold(text), skeleton(text)])];

/**
 * Lets only terms pass that can be found in some submission.
 * @throws ApiError BAD_REQUEST naming each of the others
 */
export function requireFindable(terms: readonly string[] | null | undefined): void {
  const problems = (terms ?? []).flatMap((term, index) => {
    const problem = termProblem(term);
    return problem === undefined ? [] : [`blockedTerms[${index}] ${problem}`];
  });
  if (problems.length > 0) throw invalidInput('body', problems);
}

/** Why a term can never match, in words that complete "blockedTerms[0] …"; undefined for a term that can. */
export function termProblem(term: string): string | undefined {
  const forms = formsOf(withPlainBlanks(term));
  if (isNoAddress(forms)) return 'with an "@" must be an email address, or "@" and a domain';
  const hasWords = forms.some((form) => form.includes('@') || wordsOf(form).length > 0);
  return hasWords ? undefined : 'must have a letter or a digit';
}

/** Whether there is an "@" in a term that is not an address in each of its forms. */
const isNoAddress = (forms: string[]): boolean => forms.some((form) => form.includes('@')) && !forms.every(isAddress);

/** Blanks of any kind are one, also the kind that stands between the texts of a submission. */
const withPlainBlanks = (term: string): string => term.trim().split(/\s+/).join(' ');

/**
 * The first of an endpoint's terms, in the order and the writing of its list, that is in a submission; undefined for
 * none. A word or a phrase matches whole words in their order, whatever stands between them; an address matches itself,
 * and `@domain` the addresses of that domain and of its subdomains. Case, accents, invisible characters and letters that
 * look like Latin ones do not count. No term becomes a regular expression, and the time grows with the text and with
 * the terms, never with their product.
 */
export function blockedTermIn(data: SubmissionData, terms: readonly string[]): string | undefined {
  if (terms.length === 0) return undefined;
  const { phrases, addresses } = matchersOf(terms);
  const ranks = formsOf(textOf(data)).flatMap((text) => [
    phrases.lowestRankIn(wordsOf(text)),
    addresses.lowestRankIn(text),
  ]);
  return terms[Math.min(...ranks)];
}

function matchersOf(terms: readonly string[]): { phrases: Phrases; addresses: Addresses } {
  const forms = terms.flatMap((term, rank) => {
    const ofTerm = formsOf(withPlainBlanks(term));
    return isNoAddress(ofTerm) ? [] : ofTerm.map((text) => ({ text, rank }));
  });
  return {
    phrases: new Phrases(
      forms.filter(({ text }) => !text.includes('@')).map(({ text, rank }) => ({ words: wordsOf(text), rank })),
    ),
    addresses: new Addresses(forms.filter(({ text }) => text.includes('@'))),
  };
}
