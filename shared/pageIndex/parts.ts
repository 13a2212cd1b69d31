import { type Head, lastOf } from './head.ts';
import type { CountedRange, Segment } from './segments.ts';

export interface IndexPart {
  after: string;
  /** Sort id of its upper end, '' for no bound. */
  end: string;
  /** The index's counts there, if any. */
  range?: CountedRange | undefined;
  isProvisional?: boolean;
}

export const indexPagesOf = ({ pages }: Pick<Head, 'pages'>): (IndexPart & { page: number; range: CountedRange })[] =>
  pages.map((range, page) => ({ page, after: pages[page - 1]?.end ?? '', end: range.end, range }));

export const openParts = (head: Head): (IndexPart & { range?: Segment | undefined })[] =>
  tiles(head.open, head.pages.at(-1)?.end ?? '', lastOf(head));

/**
 * The segments between two sort ids, and the gaps between them: an index page may be slightly older or newer than the
 * head.
 */
export function tiles(segments: readonly Segment[], after: string, end: string) {
  const parts: (IndexPart & { range?: Segment | undefined })[] = [];
  let start = after;
  for (const segment of segments) {
    if (segment.end <= start || segment.end > end) continue;
    parts.push({ after: start, end: segment.end, range: segment, isProvisional: segment.isProvisional ?? false });
    start = segment.end;
  }
  return start < end ? [...parts, { after: start, end }] : parts;
}
