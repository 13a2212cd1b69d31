import type { Submission } from '../../../shared/contract/schemas/submission.ts';

export type Flags = Partial<Pick<Submission, 'isRead' | 'isSpam'>>;

/** The tabs of an inbox in order, with the flags of their submissions. */
const MARKS_OF = {
  inbox: { isSpam: false },
  unread: { isSpam: false, isRead: false },
  spam: { isSpam: true },
  all: {},
} as const satisfies Record<string, Flags>;
export type Tab = keyof typeof MARKS_OF;
export const TABS = Object.keys(MARKS_OF) as Tab[];

/** A tab with an optional search. */
export interface Filter {
  tab: Tab;
  /** A search in the syntax of the API's `query`. */
  text: string;
}

/** The filter in the query of an inbox's address. */
export const filterIn = ({ tab, q }: Record<string, string>): Filter => ({
  tab: TABS.find((each) => each === tab) ?? 'inbox',
  text: q ?? '',
});

export const EVERYTHING: Filter = { tab: 'all', text: '' };

/** The filter as query parameters. */
export const queryOf = ({ tab, text }: Filter): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(MARKS_OF[tab]).map(([name, value]) => [name, String(value)])),
  ...(text !== '' && { query: text }),
});

/** Whether a submission belongs to a tab. */
export const isInTab = (submission: Required<Flags>, tab: Tab): boolean =>
  Object.entries(MARKS_OF[tab]).every(([name, value]) => submission[name as keyof Flags] === value);
