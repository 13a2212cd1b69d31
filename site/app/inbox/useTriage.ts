import type { SubmissionWithData } from '../../../shared/contract/schemas/submission.ts';
import { useCommands } from '../commands/commands.ts';
import type { Flags } from '../submissions/filter.ts';
import type { Listing } from '../submissions/listing.ts';
import { markWanted, remove, setFlags, type Target, undo } from '../submissions/triage.ts';
import { TEXTS } from '../texts/texts.ts';
import { clearSelection, cursor, selected, toggle } from './selection.ts';
import type { Found } from './useFound.ts';

interface TriageOptions {
  listing: Listing;
  found: Found;
  openId: string | undefined;
  /** Opens a submission, or closes the open one. */
  go: (id: string | undefined, isReplacing?: boolean) => void;
}

/** The actions behind buttons and keys. */
export interface Triage {
  /** Default targets: the selection, else the row of the cursor. */
  setFlags: (flags: Flags, targets?: readonly Target[]) => void;
  toggleSpam: (targets?: readonly Target[]) => void;
  /** Trains the filter that they are wanted. */
  teachWanted: (targets?: readonly Target[]) => void;
  deleteThem: (targets?: readonly Target[]) => void;
}

/** Registers the inbox's actions and keys. */
export function useTriage({ listing, found, openId, go }: TriageOptions): Triage {
  const rows = (): readonly SubmissionWithData[] => found.rows.peek();
  const targeted = (): readonly Target[] => {
    if (selected.peek().size > 0) return [...selected.peek().values()];
    const current = cursor.peek() === undefined ? undefined : listing.find(cursor.peek() ?? '');
    return current ? [current] : [];
  };

  const moveTo = (row: SubmissionWithData | undefined) => {
    if (!row) return;
    cursor.value = row.id;
    if (openId !== undefined) go(row.id, true);
    focusRow(row.id);
  };
  const move = (by: number) => {
    const place = rows().findIndex(({ id }) => id === cursor.peek());
    moveTo(place < 0 ? rows()[0] : rows()[place + by]);
    if (place + by >= rows().length - 1) found.readFurther();
  };

  /** When rows leave the list, the cursor and the open submission move to the next row. */
  const leave = (targets: readonly Target[], act: () => void) => {
    const ids = new Set(targets.map(({ id }) => id));
    const before = rows();
    const place = before.findIndex(({ id }) => id === cursor.peek());
    act();
    clearSelection();
    if (!ids.has(cursor.peek() ?? '') || rows().some(({ id }) => id === cursor.peek())) return;
    const next =
      before.slice(place + 1).find(({ id }) => !ids.has(id)) ??
      before.slice(0, place).findLast(({ id }) => !ids.has(id));
    if (next) moveTo(next);
    else {
      cursor.value = undefined;
      if (openId !== undefined) go(undefined, true);
    }
  };

  const triage: Triage = {
    setFlags: (flags, targets = targeted()) => leave(targets, () => void setFlags(listing, targets, flags)),
    toggleSpam: (targets = targeted()) => triage.setFlags({ isSpam: targets.some(({ isSpam }) => !isSpam) }, targets),
    teachWanted: (targets = targeted()) => leave(targets, () => void markWanted(listing, targets)),
    deleteThem: (targets = targeted()) => leave(targets, () => remove(listing, targets)),
  };

  const { commands, groups } = TEXTS;
  const group = groups.inbox;
  useCommands([
    { id: 'next', title: commands.next, group, keys: 'j', run: () => move(1) },
    { id: 'previous', title: commands.previous, group, keys: 'k', run: () => move(-1) },
    { id: 'open', title: commands.open, group, keys: 'Enter', run: () => cursor.peek() && go(cursor.peek()) },
    {
      ...{ id: 'back', title: commands.back, group, keys: 'u' },
      run: () => {
        if (openId !== undefined) go(undefined);
        if (cursor.peek() !== undefined) requestAnimationFrame(() => focusRow(cursor.peek() ?? ''));
      },
    },
    {
      ...{ id: 'select', title: commands.select, group, keys: 'x' },
      run: () => {
        const current = listing.find(cursor.peek() ?? '');
        if (current) toggle(current);
      },
    },
    { id: 'unselect', title: commands.unselect, group, keys: 'Escape', run: clearSelection },
    {
      id: 'read',
      title: commands.read,
      group,
      keys: 'I',
      needsWrite: true,
      run: () => triage.setFlags({ isRead: true }),
    },
    {
      id: 'unread',
      title: commands.unread,
      group,
      keys: 'U',
      needsWrite: true,
      run: () => triage.setFlags({ isRead: false }),
    },
    { id: 'spam', title: commands.spam, group, keys: '!', needsWrite: true, run: () => triage.toggleSpam() },
    { id: 'delete', title: commands.delete, group, keys: '#', needsWrite: true, run: () => triage.deleteThem() },
    { id: 'undo', title: commands.undo, group, keys: 'z', needsWrite: true, run: undo },
    {
      id: 'search',
      title: commands.search,
      group,
      keys: '/',
      run: () => document.querySelector<HTMLElement>('#search')?.focus(),
    },
  ]);
  return triage;
}

export const rowId = (id: string): string => `row-${id}`;

const focusRow = (id: string): void => document.getElementById(rowId(id))?.focus();
