import { invalidInput } from '../contract/errors.ts';
import type { SubmissionData } from '../contract/schemas/submissions/submission.ts';
import { AddressFinder, isAddress } from './addressFinder.ts';
import { Phrases } from './phrases.ts';
import { fold, skeleton, submittedText, wordsOf } from './text.ts';

/** A text as read and as it looks: the first form finds capitalized Greek, the second disguised Latin. */
const formsOf = (text: string): string[] => [...new Set([fold(text), skeleton(text)])];

/**
 * Rejects terms that cannot match any submission.
 * @throws ApiError BAD_REQUEST naming each of them
 */
export function requireFindable(terms: readonly string[] | null | undefined): void {
  const problems = (terms ?? []).flatMap((term, index) => {
    const problem = termProblem(term);
    return problem === undefined ? [] : [`blockedTerms[${index}] ${problem}`];
  });
  if (problems.length > 0) throw invalidInput('body', problems);
}

/** The reason that a term can never match, completing "blockedTerms[0] …"; undefined if it can. */
export function termProblem(term: string): string | undefined {
  const forms = formsOf(withPlainBlanks(term));
  if (isNoAddress(forms)) return 'with an "@" must be an email address, or "@" and a domain';
  const hasWords = forms.some((form) => form.includes('@') || wordsOf(form).length > 0);
  return hasWords ? undefined : 'must have a letter or a digit';
}

const isNoAddress = (forms: string[]): boolean => forms.some((form) => form.includes('@')) && !forms.every(isAddress);

/** Collapses white space of any kind, including the separator between the texts of a submission. */
const withPlainBlanks = (term: string): string => term.trim().split(/\s+/).join(' ');

/**
 * The first of an endpoint's terms that occurs in a submission, spelled as in the list; undefined for none. A word or
 * phrase matches whole words in order, ignoring what separates them; an address matches itself, and `@domain` the
 * addresses of that domain and its subdomains. Ignores case, accents and invisible characters, and matches letters that
 * look like Latin ones. No term becomes a regular expression, and the time grows with the text plus the terms, not with
 * their product.
 */
export function blockedTermIn(data: SubmissionData, terms: readonly string[]): string | undefined {
  if (terms.length === 0) return undefined;
  const { phrases, addresses } = matchersOf(terms);
  const ranks = formsOf(submittedText(data)).flatMap((text) => [
    phrases.lowestRankIn(wordsOf(text)),
    addresses.lowestRankIn(text),
  ]);
  return terms[Math.min(...ranks)];
}

function matchersOf(terms: readonly string[]): { phrases: Phrases; addresses: AddressFinder } {
  const forms = terms.flatMap((term, rank) => {
    const ofTerm = formsOf(withPlainBlanks(term));
    return isNoAddress(ofTerm) ? [] : ofTerm.map((text) => ({ text, rank }));
  });
  return {
    phrases: new Phrases(
      forms.filter(({ text }) => !text.includes('@')).map(({ text, rank }) => ({ words: wordsOf(text), rank })),
    ),
    addresses: new AddressFinder(forms.filter(({ text }) => text.includes('@'))),
  };
}
