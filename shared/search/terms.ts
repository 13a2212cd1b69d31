import type { SubmissionData } from '../contract/schemas/submission.ts';
import type { SearchTerm } from '../contract/searchQuery.ts';
import { fold } from '../intake/text.ts';

/** Separates the texts of a submission, so that no term matches across two. Survives folding. */
const BOUNDARY = '\u2029';

/** Folds terms for comparison, ignoring case and accents; drops terms of invisible characters. */
export const foldTerms = (terms: readonly SearchTerm[]): SearchTerm[] =>
  terms
    .map(({ field, text }) => ({ text: foldOne(text), ...(field !== undefined && { field: foldOne(field) }) }))
    .filter(({ text, field }) => text !== '' && field !== '');

const foldOne = (text: string): string => fold(text.replaceAll(BOUNDARY, '\n'));

/** Whether all folded terms occur in the names and values of the submitted data. */
export function matchesTerms(data: SubmissionData, terms: readonly SearchTerm[]): boolean {
  if (terms.length === 0) return true;
  const anywhere = fold(textsIn(data).join(BOUNDARY));
  return terms.every(({ field, text }) => {
    if (!anywhere.includes(text)) return false;
    return field === undefined || fieldsNamed(field, data).some((value) => fold(value).includes(text));
  });
}

function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  visit(value, (text) => texts.push(text));
  return texts;
}

/** The texts of each field with this folded name, at any depth. */
function fieldsNamed(name: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, child]) => {
    const isNamed = !Array.isArray(value) && fold(field) === name;
    return isNamed ? [textsIn(child).join(BOUNDARY)] : fieldsNamed(name, child);
  });
}

function visit(value: unknown, take: (text: string) => void): void {
  if (typeof value === 'string') take(value.replaceAll(BOUNDARY, '\n'));
  else if (typeof value === 'number' || typeof value === 'boolean') take(String(value));
  else if (Array.isArray(value)) for (const child of value) visit(child, take);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      take(name.replaceAll(BOUNDARY, '\n'));
      visit(child, take);
    }
  }
}
