import { setTimeout as sleep } from 'node:timers/promises';
import { EndpointRemoval, removeItems } from '../../../shared/removal/endpointRemoval.ts';
import { inPartition, selecting } from '../../../shared/storage/expressions.ts';
import { endpointIdOf, workspaceKey } from '../../../shared/storage/itemKeys.ts';
import { joined, readParts } from '../../../shared/storage/paging.ts';
import type { ItemKey } from '../../../shared/storage/partitions.ts';
import type { Table } from '../../../shared/storage/table.ts';
import { WORKSPACE_LISTS, type WorkspaceListName } from '../../../shared/storage/workspaceLists.ts';
import { Workspaces } from '../../../shared/storage/workspaces.ts';
import { removeOrphans } from './orphans.ts';

/**
 * Invocations that were running when the endpoints were removed write nothing after this time: functions end within
 * 60 s, and the rest allows for clocks. Queued messages write nothing for an endpoint that is gone.
 */
export const SETTLE_MS = 75_000;

/** How far an erasure has come. */
export interface ErasureStep {
  doing: WorkspaceListName | 'submissions' | 'waiting' | 'whole table';
  /** Items of the whole table scanned so far. */
  seen: number;
  /** Deletions made so far. */
  deletions: number;
}

export interface ErasureOptions {
  /** Wait between the removal of the endpoints and the scan of the whole table. */
  settleMs: number;
  /** Called after each step. */
  onStep: (step: ErasureStep) => void;
}

/**
 * Removes a workspace and all of its items from the table, as the item kinds say. Keys go first, so that nobody can
 * change anything, then endpoints, so that nothing more is submitted; the workspace itself goes last. Interrupted at any
 * point, it is simply run again: each step does what is left of it.
 * @returns whether there was such a workspace, and how many deletions were made
 */
export async function eraseWorkspace(table: Table, workspaceId: string, { settleMs, onStep }: ErasureOptions) {
  const step: ErasureStep = { doing: 'keys', seen: 0, deletions: 0 };
  const tell = (doing: ErasureStep['doing'], count: number, seen = 0) => {
    step.deletions += count;
    step.seen += seen;
    onStep({ ...step, doing });
  };
  const wasThere = await new Workspaces(table).close(workspaceId);
  // The entries stay until the end: an interrupted erasure finds keys and endpoints by them.
  const listed = new Map<WorkspaceListName, ItemKey[]>();
  for (const list of Object.keys(WORKSPACE_LISTS) as WorkspaceListName[]) {
    const keys = await keysListed(table, list, workspaceId);
    await removeItems(table, keys);
    listed.set(list, keys);
    tell(list, keys.length);
  }
  const settledAt = Date.now() + settleMs;
  for (const key of listed.get('endpoints') ?? [])
    await removeItemsOf(table, endpointIdOf(key), (count) => tell('submissions', count));
  tell('waiting', 0);
  await sleep(Math.max(0, settledAt - Date.now()));
  await removeOrphans(table, (seen, count) => tell('whole table', count, seen));
  const others = (await keysIn(table, workspaceId)).filter(({ SK }) => SK !== workspaceKey(workspaceId).SK);
  await removeItems(table, others);
  if (wasThere) await table.delete(workspaceKey(workspaceId));
  return { wasThere, deletions: step.deletions + others.length + (wasThere ? 1 : 0) };
}

/** Removes the items of an endpoint in small steps. */
async function removeItemsOf(table: Table, endpointId: string, onStep: (removed: number) => void): Promise<void> {
  const removal = new EndpointRemoval(table);
  for (let left = true; left; ) {
    let steps = 1;
    const outcome = await removal.removeAll(endpointId, () => steps-- > 0);
    onStep(outcome.removed);
    left = outcome.left;
  }
}

/** The keys of the items that one of the workspace's lists names. */
async function keysListed(table: Table, list: WorkspaceListName, workspaceId: string): Promise<ItemKey[]> {
  const { sortPrefix, itemKeyOf } = WORKSPACE_LISTS[list];
  return (await keysIn(table, workspaceId, sortPrefix)).map(({ SK }) => itemKeyOf(SK));
}

/** The keys of items in the workspace's own partition. */
async function keysIn(table: Table, workspaceId: string, sortPrefix?: string): Promise<ItemKey[]> {
  const query = { ...inPartition(workspaceKey(workspaceId).PK, sortPrefix), ...selecting('PK', 'SK') };
  const { items } = await joined(readParts((continuation) => table.query({ ...query, ...continuation })));
  return items as ItemKey[];
}
