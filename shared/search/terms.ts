import type { SubmissionData } from '../contract/schemas/submission.ts';
import type { SearchTerm } from '../contract/searchQuery.ts';
import { fold, foldedText, withoutBoundary } from '../intake/text.ts';

/** Folds terms for comparison, ignoring case and accents; drops terms of invisible characters. */
export const foldTerms = (terms: readonly SearchTerm[]): SearchTerm[] =>
  terms
    .map(({ field, text }) => ({ text: foldOne(text), ...(field !== undefined && { field: foldOne(field) }) }))
    .filter(({ text, field }) => text !== '' && field !== '');

const foldOne = (text: string): string => fold(withoutBoundary(text));

/** Whether all folded terms occur in the names and values of the submitted data. */
export function matchesTerms(data: SubmissionData, terms: readonly SearchTerm[]): boolean {
  if (terms.length === 0) return true;
  const anywhere = foldedText(data);
  return terms.every(({ field, text }) => {
    if (!anywhere.includes(text)) return false;
    return field === undefined || fieldsNamed(field, data).some((value) => value.includes(text));
  });
}

/** The folded text of each field with this folded name, at any depth. */
function fieldsNamed(name: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, child]) => {
    const isNamed = !Array.isArray(value) && fold(field) === name;
    return isNamed ? [foldedText(child)] : fieldsNamed(name, child);
  });
}
