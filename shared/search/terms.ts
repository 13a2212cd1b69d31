import type { SearchTerm } from '../contract/searchQuery.ts';
import { type Searched, searchedName, searchedTerm, searchedText, searchedValue } from '../pageIndex/searchedText.ts';

/** Terms as searches compare them, without those of invisible characters. */
export const foldTerms = (terms: readonly SearchTerm[]): SearchTerm[] =>
  terms
    .map(({ field, text }) => ({
      text: searchedTerm(text),
      ...(field !== undefined && { field: searchedName(field) }),
    }))
    .filter(({ text, field }) => text !== '' && field !== '');

/** True if all folded terms occur in the names and values of a submission, or in the names of its files. */
export function matchesTerms(submission: Searched, terms: readonly SearchTerm[]): boolean {
  if (terms.length === 0) return true;
  const anywhere = searchedText(submission);
  return terms.every(({ field, text }) => {
    if (!anywhere.includes(text)) return false;
    return field === undefined || fieldsNamed(field, submission).some((value) => value.includes(text));
  });
}

/** The text of each field with this folded name, at any depth, and the names of the files in it. */
const fieldsNamed = (name: string, { data, files = [] }: Searched): string[] => [
  ...valuesNamed(name, data),
  ...files.filter(({ field }) => searchedName(field) === name).map((file) => searchedValue(file.name)),
];

function valuesNamed(name: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, child]) => {
    const isNamed = !Array.isArray(value) && searchedName(field) === name;
    return isNamed ? [searchedValue(child)] : valuesNamed(name, child);
  });
}
