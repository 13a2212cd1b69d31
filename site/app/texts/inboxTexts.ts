import { amountOf, counted, submissions } from './amounts.ts';
import { longReason, reasonName } from './spamReasons.ts';

interface ShownFilter {
  tab: 'inbox' | 'unread' | 'spam' | 'all';
  text: string;
  from?: string | undefined;
  to?: string | undefined;
}

export const INBOX_TEXTS = {
  inbox: {
    list: 'Submissions',
    detail: 'Open submission',
    tabs: 'Which submissions',
    tab: { inbox: 'Inbox', unread: 'Unread', spam: 'Spam', all: 'All' },
    search: 'Search submissions',
    dates: 'Search by date',
    from: 'From',
    to: 'To',
    emptyTitle: 'No submissions yet',
    waitingTitle: 'Nothing is confirmed yet',
    arrivedTitle: 'The first submission is here',
    emptyText: 'Paste the form into your page, or send a test. Submissions appear here automatically.',
    nothingSent: 'Empty submission',
    unread: 'Unread',
    spam: 'Spam',
    spamTag: (reason: string | undefined): string => (reason === undefined ? 'Spam' : `Spam: ${reasonName(reason)}`),
    toSpam: 'Spam',
    notSpam: 'Not spam',
    select: (name: string): string => `Select ${name}`,
    selectAll: 'Select all shown',
    selectAllFound: 'Select everything found',
    selected: (amount: number): string => `${amountOf(amount)} selected`,
    finding: 'Finding everything…',
    clear: 'Clear selection',
    bulk: 'Selected submissions',
    end: (amount: number): string => `End of the list: ${submissions(amount)}.`,
    allFound: (amount: number): string => `${counted(amount, 'submission was', 'submissions were')} found.`,
    searchedSoFar: (searched: number, found: number): string =>
      `Searched the newest ${amountOf(searched)}, found ${amountOf(found)}.`,
    searchFurther: 'Search further',
    nothingFound: 'Nothing found',
    nothingFoundHint: ({ text, from, to }: ShownFilter): string =>
      `Try ${[(from || to) && 'other dates', text && 'fewer or shorter words'].filter(Boolean).join(', or ')}, or look in “All”.`,
    nothingIn: {
      inbox: { title: 'The inbox is empty', text: 'New submissions appear here automatically.' },
      unread: { title: 'You have read everything', text: 'New submissions appear here automatically.' },
      spam: { title: 'No spam', text: 'Submissions marked as spam are kept here.' },
      all: { title: 'Nothing here', text: 'New submissions appear here automatically.' },
    },
    deleteManyTitle: (amount: number): string => `Delete ${submissions(amount)}?`,
    deleteManyText: 'You can undo this for a few seconds. After that it is permanent.',
  },

  detail: {
    nothingOpen: 'Select a submission to read it.',
    actions: 'Actions',
    back: 'Back to the list',
    close: 'Close',
    reply: 'Reply',
    json: 'all as JSON',
    id: 'id',
    from: (location: string): string => `sent from ${location}`,
    confirmed: 'confirmed by its sender',
    knownSender: (name: string): string => `with the key ${name}`,
    wanted: 'Not spam: teach the filter',
    held: (reason: string): string =>
      `Kept as spam and not mailed: ${longReason(reason)}. If that is wrong, mark it as not spam, and it will be mailed.`,
    empty: 'empty',
    noName: '(no name)',
    showAll: (length: number): string => `Show all ${amountOf(length)} characters`,
    gone: 'Submission not found',
    goneText: 'It was deleted, or the URL is mistyped.',
  },

  files: {
    title: 'Files',
    count: (count: number): string => (count === 1 ? '1 file' : `${count} files`),
    download: 'Download',
    size: (bytes: number): string =>
      bytes < 1_000_000
        ? `${amountOf(Math.ceil(bytes / 1_000))} kB`
        : `${amountOf(Math.round(bytes / 100_000) / 10)} MB`,
    scan: {
      'not scanned': 'not scanned',
      pending: 'not scanned yet',
      clean: 'clean',
      infected: 'infected',
      unscannable: 'cannot be scanned',
    },
  },

  triage: {
    undo: 'Undo',
    undone: 'Undone.',
    nothingToUndo: 'There is nothing to undo.',
    marked: (amount: number, { isRead, isSpam }: { isRead?: boolean; isSpam?: boolean }): string => {
      const readOrNot = isRead ? 'read' : 'unread';
      const what = isSpam === undefined ? readOrNot : isSpam ? 'spam' : 'not spam';
      return amount === 1 ? `Marked as ${what}.` : `${submissions(amount)} marked as ${what}.`;
    },
    learned: (amount: number): string =>
      `The filter is learning that ${counted(amount, 'submission is', 'submissions are')} wanted.`,
    marking: (amount: number): string => `Marking ${submissions(amount)}…`,
    deleted: (amount: number): string => (amount === 1 ? 'Deleted.' : `${submissions(amount)} deleted.`),
    deleting: (amount: number): string => `Deleting ${submissions(amount)}…`,
    failed: (amount: number, message: string): string =>
      amount === 1 ? `Failed: ${message}` : `${submissions(amount)} not changed: ${message}`,
  },

  export: {
    open: 'Export',
    title: 'Export submissions',
    what: 'What',
    shown: ({ tab, text, from, to }: ShownFilter): string => {
      const name = { inbox: 'The inbox', unread: 'Unread submissions', spam: 'Spam', all: 'All submissions' }[tab];
      return [name, text && `matching “${text}”`, from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(', ');
    },
    all: 'Everything, spam included',
    format: 'Format',
    csv: 'CSV, for spreadsheets',
    json: 'JSON, for programs',
    start: 'Export',
    progress: (amount: number): string => `${submissions(amount)} so far`,
    done: 'Exported. The file is in your downloads.',
    incomplete: (ids: readonly string[]): string =>
      `Exported without ${submissions(ids.length)} that cannot be read: ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ' …' : ''}. The file is in your downloads.`,
  },
};
