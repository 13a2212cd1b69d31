import type { Submission } from '../../../shared/contract/schemas/submission.ts';

export type Flags = Partial<Pick<Submission, 'isRead' | 'isSpam'>>;

/** The tabs of an inbox, in their order, and the marks of what stands in each. */
const MARKS_OF = {
  inbox: { isSpam: false },
  unread: { isSpam: false, isRead: false },
  spam: { isSpam: true },
  all: {},
} as const satisfies Record<string, Flags>;
export type Tab = keyof typeof MARKS_OF;
export const TABS = Object.keys(MARKS_OF) as Tab[];

/** What people look for. */
export interface Filter {
  tab: Tab;
  /** As the API's `query` has it. */
  text: string;
}

export const EVERYTHING: Filter = { tab: 'all', text: '' };

/** How the API is asked for what people look for. */
export const queryOf = ({ tab, text }: Filter): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(MARKS_OF[tab]).map(([name, value]) => [name, String(value)])),
  ...(text !== '' && { query: text }),
});

/** Whether a submission's marks are those of a tab. */
export const isInTab = (submission: Required<Flags>, tab: Tab): boolean =>
  Object.entries(MARKS_OF[tab]).every(([name, value]) => submission[name as keyof Flags] === value);
