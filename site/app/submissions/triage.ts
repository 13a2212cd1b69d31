import type { SubmissionWithData } from '../../../shared/contract/schemas/submissions/submission.ts';
import { call, remove as removeStored } from '../api/client.ts';
import { TEXTS } from '../texts/texts.ts';
import { say, TOAST_MS } from '../ui/toasts.ts';
import type { Flags } from './filter.ts';
import { hideListed, type Listing, pendingFlags, showListed } from './listing.ts';
import { changeListed, noteSavedFlags } from './listings.ts';
import { runTask } from './task.ts';
import { noteDeleted, noteFlags, noteLeaving, noteStaying } from './totals.ts';

export type Target = Pick<SubmissionWithData, 'id' | 'isRead' | 'isSpam'>;

/** Actions that can be undone, the latest last. */
const done: (() => void)[] = [];
const UNDO_MAX = 50;

/** Undoes the latest action. */
export function undo(): void {
  const last = done.at(-1);
  if (last) last();
  else say(TEXTS.triage.nothingToUndo);
}

/** Requests about one submission are sent in sequence, so that the last action wins. */
const lastRequests = new Map<string, Promise<unknown>>();

function inTurn(ids: readonly string[], request: () => Promise<unknown>): Promise<unknown> {
  const turn = Promise.allSettled(ids.map((id) => lastRequests.get(id))).then(request);
  for (const id of ids) lastRequests.set(id, turn);
  const forget = () => {
    for (const id of ids) if (lastRequests.get(id) === turn) lastRequests.delete(id);
  };
  turn.then(forget, forget);
  return turn;
}

/**
 * Flags submissions on the screen, then on the server; a failed request reverts them.
 * @param isQuiet for automatic changes, which show no message and cannot be undone
 */
export async function setFlags(
  listing: Listing,
  targets: readonly Target[],
  flags: Flags,
  isQuiet = false,
): Promise<void> {
  const changed = targets.filter((target) => differs(target, flags));
  if (changed.length === 0) return;
  const { endpointId } = listing;
  for (const { id } of changed) pendingFlags.set(id, { ...pendingFlags.get(id), ...flags });
  changeListed(endpointId, idsOf(changed), flags);
  noteFlags(endpointId, changed, flags);
  const withdraw =
    !isQuiet && offerUndo(TEXTS.triage.marked(changed.length, flags), () => restoreFlags(listing, changed, flags));
  await runTask({
    title: TEXTS.triage.marking(changed.length),
    items: changed,
    run: async (targets) => {
      const ids = targets.map(({ id }) => id);
      await inTurn(ids, () => call('updateSubmissions', { params: { endpointId }, body: { ids, ...flags } }));
      noteSavedFlags(endpointId, ids, flags);
      for (const id of ids) settleFlags(id, flags);
    },
    onNotDone: (targets) => {
      if (withdraw) withdraw();
      for (const target of targets) {
        settleFlags(target.id, flags);
        changeListed(endpointId, new Set([target.id]), flagsOf(target, flags));
        noteFlags(endpointId, [{ ...target, ...flags }], flagsOf(target, flags));
      }
    },
  });
}

/** Marks submissions that are not spam as wanted, to train the learned filter. */
export async function markWanted({ endpointId }: Listing, targets: readonly Target[]): Promise<void> {
  let marked = 0;
  await runTask({
    title: TEXTS.triage.marking(targets.length),
    items: targets.map(({ id }) => id),
    run: async (ids) => {
      const body = { ids: [...ids], isSpam: false };
      await inTurn(ids, () => call('updateSubmissions', { params: { endpointId }, body }));
      marked += ids.length;
    },
    onNotDone: () => {},
  });
  if (marked > 0) say(TEXTS.triage.learned(marked));
}

/** The server has these flags now, unless they were changed again in the meantime. */
function settleFlags(id: string, flags: Flags): void {
  const rest = Object.entries(pendingFlags.get(id) ?? {}).filter(
    ([name, value]) => flags[name as keyof Flags] !== value,
  );
  if (rest.length > 0) pendingFlags.set(id, Object.fromEntries(rest));
  else pendingFlags.delete(id);
}

const idsOf = (targets: readonly Target[]): Set<string> => new Set(targets.map(({ id }) => id));

const differs = (target: Target, flags: Flags): boolean =>
  Object.entries(flags).some(([name, value]) => target[name as keyof Flags] !== value);

/** The previous values of the changed flags. */
const flagsOf = (target: Target, flags: Flags): Flags => ({
  ...(flags.isRead !== undefined && { isRead: target.isRead }),
  ...(flags.isSpam !== undefined && { isSpam: target.isSpam }),
});

/** Restores previous flags, with one request for each combination. */
function restoreFlags(listing: Listing, targets: readonly Target[], flags: Flags): void {
  for (const former of new Set(targets.map((target) => JSON.stringify(flagsOf(target, flags))))) {
    const group = targets.filter((target) => JSON.stringify(flagsOf(target, flags)) === former);
    const now = group.map((target) => ({ ...target, ...flags }));
    void setFlags(listing, now, JSON.parse(former), true);
  }
  say(TEXTS.triage.undone);
}

/**
 * Shows what was done, with a way to undo it once.
 * @returns a function that withdraws the offer
 */
function offerUndo(text: string, undoIt: () => void): () => void {
  const run = () => {
    if (!done.includes(run)) return;
    withdraw();
    undoIt();
  };
  const { remove } = say(text, { action: { label: TEXTS.triage.undo, run } });
  const withdraw = () => {
    remove();
    if (done.includes(run)) done.splice(done.indexOf(run), 1);
  };
  done.push(run);
  if (done.length > UNDO_MAX) done.shift();
  return withdraw;
}

/** Deletions that can still be undone. The API cannot restore a submission, so they wait here. */
const waiting = new Set<{ count: number; send: (isLeaving: boolean) => Promise<void> }>();

/** Hides submissions, and deletes them once undoing is no longer possible. */
export function remove({ endpointId }: Listing, targets: readonly Target[]): void {
  if (targets.length === 0) return;
  const ids = idsOf(targets);
  hideListed(ids);
  noteLeaving(endpointId, targets);
  const end = () => {
    waiting.delete(deletion);
    clearTimeout(timer);
  };
  const deletion = {
    count: ids.size,
    send: (isLeaving: boolean) => {
      end();
      withdraw();
      return sendDeletes(endpointId, [...ids], isLeaving);
    },
  };
  const timer = setTimeout(() => void deletion.send(false), TOAST_MS);
  waiting.add(deletion);
  const withdraw = offerUndo(TEXTS.triage.deleted(targets.length), () => {
    end();
    keep(ids);
    say(TEXTS.triage.undone);
  });
}

const sendDeletes = (endpointId: string, ids: readonly string[], isLeaving: boolean): Promise<void> =>
  runTask({
    title: TEXTS.triage.deleting(ids.length),
    items: ids,
    isAtOnce: isLeaving,
    run: async (part) => {
      const options = { params: { endpointId }, body: { ids: [...part] }, keepalive: isLeaving };
      const request = () => removeStored('deleteSubmissions', options);
      // A closing page cannot wait for earlier requests.
      await (isLeaving ? request() : inTurn(part, request));
      noteDeleted(part);
    },
    onNotDone: (rest) => keep(new Set(rest)),
  });

/** Shows submissions again that are not deleted after all. */
function keep(ids: ReadonlySet<string>): void {
  showListed(ids);
  noteStaying(ids);
}

/** Completes all deletions: they can no longer be undone. */
export async function finishDeletions(isLeaving = false): Promise<void> {
  await Promise.all([...waiting].map((deletion) => deletion.send(isLeaving)));
}

/** Deletions that a closing page can send: browsers allow 64 kB of such requests, and an id takes 33 bytes. */
const LEAVING_MAX = 1_500;

addEventListener('beforeunload', (event) => {
  const count = [...waiting].reduce((sum, deletion) => sum + deletion.count, 0);
  if (count <= LEAVING_MAX) return;
  event.preventDefault();
  void finishDeletions();
});
addEventListener('pagehide', () => void finishDeletions(true));
