import type { SubmissionData, SubmissionWithData } from '../../../shared/contract/schemas/submission.ts';

/** The tabs of an inbox, in their order. */
export const TABS = ['inbox', 'unread', 'spam', 'all'] as const;
export type Tab = (typeof TABS)[number];

/** What people look for. */
export interface Filter {
  tab: Tab;
  /** Words that all have to occur, in names or values of fields. */
  text: string;
}

const IS_IN_TAB: Record<Tab, (submission: SubmissionWithData) => boolean> = {
  inbox: ({ isSpam }) => !isSpam,
  unread: ({ isSpam, isRead }) => !isSpam && !isRead,
  spam: ({ isSpam }) => isSpam,
  all: () => true,
};

/** Whether nearly everything passes, so that pages of the list are pages of what is found. */
export const isWide = ({ tab, text }: Filter): boolean => text === '' && (tab === 'all' || tab === 'inbox');

/** Whether a submission is what people look for. */
export function matches(submission: SubmissionWithData, { tab, text }: Filter): boolean {
  if (!IS_IN_TAB[tab](submission)) return false;
  if (text === '') return true;
  const searched = searchedText(submission.data);
  return wordsOf(text).every((word) => searched.includes(word));
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

const searchedTexts = new WeakMap<SubmissionData, string>();

function searchedText(data: SubmissionData): string {
  const known = searchedTexts.get(data) ?? partsOf(data).join('\n').toLowerCase();
  searchedTexts.set(data, known);
  return known;
}

function partsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, child]) => [name, ...partsOf(child)]);
}
