import type { SearchQuery } from '../../../shared/contract/schemas/submissions/search.ts';
import type { SpamReasonKind } from '../../../shared/contract/schemas/submissions/spamReasons.ts';
import { fold } from '../../../shared/spamFilter/text.ts';

export interface Known {
  id: string;
  createdAtMs: number;
  data: Record<string, unknown>;
  isRead: boolean;
  isSpam: boolean;
  reason?: SpamReasonKind | undefined;
}

/** The expected result of a search, in order: from all submissions, without index or table. */
export function expectedOf(all: Iterable<Known>, query: SearchQuery): string[] {
  const ids = [...all].filter((known) => isWanted(known, query)).map(({ id }) => id);
  ids.sort();
  return query.order === 'newest' ? ids.reverse() : ids;
}

export function isWanted({ data, isRead, isSpam, createdAtMs }: Known, query: SearchQuery): boolean {
  if (query.isRead !== undefined && query.isRead !== isRead) return false;
  if (query.isSpam !== undefined && query.isSpam !== isSpam) return false;
  if (query.createdAfter !== undefined && createdAtMs < query.createdAfter) return false;
  if (query.createdBefore !== undefined && createdAtMs >= query.createdBefore) return false;
  return (query.query ?? []).every(({ field, text }) => {
    const texts = textsOf(data, []);
    return texts.some(({ path, value }) => {
      const isInField = field === undefined || path.some((name) => fold(name) === fold(field));
      return isInField && comparable(value).includes(comparable(text));
    });
  });
}

/** Blanks are one. */
const comparable = (text: string): string => fold(text).replace(/\s+/g, ' ');

interface Text {
  path: string[];
  value: string;
}

/** Every name and value of a submission. The outermost names are in no field. */
function textsOf(value: unknown, path: string[]): Text[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((child) => textsOf(child, path));
  if (typeof value !== 'object') return [{ path, value: String(value) }];
  return Object.entries(value).flatMap(([name, child]) => [{ path, value: name }, ...textsOf(child, [...path, name])]);
}
