import type { Group } from '../../../shared/contract/choices.ts';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submissions/submission.ts';
import { useCommands } from '../commands/commands.ts';
import type { Flags } from '../submissions/filter.ts';
import { isHidden, type Listing } from '../submissions/listing.ts';
import { findListed } from '../submissions/listings.ts';
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
    // Their flags may have changed since they were selected.
    if (selected.peek().size > 0)
      return [...selected.peek().values()].map((target) => findListed(listing, target.id) ?? target);
    const current = findListed(listing, cursor.peek() ?? '');
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
    const current = cursor.peek();
    // A submission opened by a link is not a row.
    const stays = place < 0 ? !isHidden(current ?? '') : rows().some(({ id }) => id === current);
    if (!ids.has(current ?? '') || stays) return;
    const next =
      place < 0
        ? undefined
        : (before.slice(place + 1).find(({ id }) => !ids.has(id)) ??
          before.slice(0, place).findLast(({ id }) => !ids.has(id)));
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
  const command = (id: Exclude<keyof typeof commands, 'goTo'>, keys: string, run: () => void, changes?: Group) => ({
    id,
    title: commands[id],
    group: groups.inbox,
    keys,
    changes,
    run,
  });
  useCommands([
    command('next', 'j', () => move(1)),
    command('previous', 'k', () => move(-1)),
    command('open', 'Enter', () => cursor.peek() && go(cursor.peek())),
    command('back', 'u', () => {
      if (openId !== undefined) go(undefined);
      if (cursor.peek() !== undefined) requestAnimationFrame(() => focusRow(cursor.peek() ?? ''));
    }),
    command('select', 'x', () => {
      const current = listing.find(cursor.peek() ?? '');
      if (current) toggle(current);
    }),
    command('unselect', 'Escape', clearSelection),
    command('read', 'I', () => triage.setFlags({ isRead: true }), 'submissions'),
    command('unread', 'U', () => triage.setFlags({ isRead: false }), 'submissions'),
    command('spam', '!', () => triage.toggleSpam(), 'submissions'),
    command('delete', '#', () => triage.deleteThem(), 'submissions'),
    command('undo', 'z', undo, 'submissions'),
    command('search', '/', () => document.querySelector<HTMLElement>('#search')?.focus()),
  ]);
  return triage;
}

export const rowId = (id: string): string => `row-${id}`;

const focusRow = (id: string): void => document.getElementById(rowId(id))?.focus();
