import type { Submission } from '../../../shared/contract/schemas/submissions/submission.ts';

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
  /** The first and the last day, in the reader's time zone. */
  from?: string | undefined;
  to?: string | undefined;
}

/** True if a text is a whole day: years that are being typed are not. */
export const isDay = (text = ''): boolean => /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** The filter in the query of an inbox's URL. */
export const filterIn = ({ tab, q, from, to }: Record<string, string>): Filter => ({
  tab: TABS.find((each) => each === tab) ?? 'inbox',
  text: q ?? '',
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
});

/** The filter as the query of an inbox's URL. */
export const pathQueryOf = ({ text, ...rest }: Filter) => ({ ...rest, q: text });

/** True if a filter has more than a tab. */
export const isSearch = ({ text, from, to }: Filter): boolean => Boolean(text || from || to);

export const EVERYTHING: Filter = { tab: 'all', text: '' };

/** The filter as query parameters. */
export const queryOf = ({ tab, text, from, to }: Filter): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(MARKS_OF[tab]).map(([name, value]) => [name, String(value)])),
  ...(text !== '' && { query: text }),
  ...(from && { createdAfter: startOf(from) }),
  ...(to && { createdBefore: startOf(to, 1) }),
});

/** When a day begins, or one a number of days later. */
function startOf(day: string, daysLater = 0): string {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

/** True if a submission belongs to a tab. */
export const isInTab = (submission: Required<Flags>, tab: Tab): boolean =>
  Object.entries(MARKS_OF[tab]).every(([name, value]) => submission[name as keyof Flags] === value);
