import { setTimeout as sleep } from 'node:timers/promises';
import { OBJECT_KINDS } from '../../../shared/files/objectKinds.ts';
import { removeItems, removeItemsOf } from '../../../shared/removal/endpointRemoval.ts';
import { auditKey } from '../../../shared/storage/audit/auditKeys.ts';
import { Members } from '../../../shared/storage/members/members.ts';
import { inPartition, selecting } from '../../../shared/storage/table/expressions.ts';
import { endpointIdOf, requestKey, workspaceKey } from '../../../shared/storage/table/itemKeys.ts';
import { joined, readParts } from '../../../shared/storage/table/paging.ts';
import type { ItemKey } from '../../../shared/storage/table/partitions.ts';
import type { Table } from '../../../shared/storage/table/table.ts';
import { WORKSPACE_LISTS, type WorkspaceListName } from '../../../shared/storage/workspaces/workspaceLists.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import type { FileVersions } from '../files/fileVersions.ts';
import { removeOrphans } from './orphans.ts';

export interface ErasureStep {
  doing: WorkspaceListName | 'members' | 'submissions' | 'waiting' | 'files' | 'whole table';
  seen: number;
  deletions: number;
  /** Files removed so far, counting every version of an object. */
  files: number;
}

export interface ErasureTarget {
  table: Table;
  fileVersions: Pick<FileVersions, 'removeAll'>;
}

export interface ErasureOptions {
  /** Wait between the removal of the endpoints and the scan of the table. */
  settleMs: number;
  onStep: (step: ErasureStep) => void;
}

/**
 * Erases a workspace: all of its items, and all versions of its objects. Members and keys go first, so that nobody can
 * change anything, then endpoints, so that nothing more is submitted, then files; the workspace item goes last. After an
 * interruption, run it again: each step does what is left.
 * @returns whether the workspace existed, and how many items and files were removed
 */
export async function eraseWorkspace(
  { table, fileVersions }: ErasureTarget,
  workspaceId: string,
  { settleMs, onStep }: ErasureOptions,
) {
  const step: ErasureStep = { doing: 'keys', seen: 0, deletions: 0, files: 0 };
  const tell = (doing: ErasureStep['doing'], count: number, { seen = 0, files = 0 } = {}) => {
    step.deletions += count;
    step.seen += seen;
    step.files += files;
    onStep({ ...step, doing });
  };
  const wasThere = await new Workspaces(table).close(workspaceId);
  tell('members', await new Members(table).deleteAll(workspaceId));
  // List entries stay until the end: an interrupted erasure finds keys and endpoints through them.
  const listed = new Map<WorkspaceListName, ItemKey[]>();
  for (const list of Object.keys(WORKSPACE_LISTS) as WorkspaceListName[]) {
    const keys = await keysListed(table, list, workspaceId);
    await removeItems(table, keys);
    listed.set(list, keys);
    tell(list, keys.length);
  }
  const settledAt = Date.now() + settleMs;
  const endpointIds = (listed.get('endpoints') ?? []).map(endpointIdOf);
  for (const id of endpointIds) await removeInSteps(table, id, (count) => tell('submissions', count));
  tell('waiting', 0);
  await sleep(Math.max(0, settledAt - Date.now()));
  tell('files', 0);
  for (const id of endpointIds)
    for (const { ofEndpoint } of Object.values(OBJECT_KINDS))
      await fileVersions.removeAll(ofEndpoint(id), (files) => tell('files', 0, { files }));
  await removeOrphans(table, (seen, count) => tell('whole table', count, { seen }));
  const entries = (await keysIn(table, workspaceKey(workspaceId).PK)).filter(({ SK }) => SK !== workspaceKey('').SK);
  const ofOthers = [requestKey(workspaceId, '').PK, auditKey(workspaceId, '').PK].map((PK) => keysIn(table, PK));
  const others = [...entries, ...(await Promise.all(ofOthers)).flat()];
  await removeItems(table, others);
  if (wasThere) await table.delete(workspaceKey(workspaceId));
  return { wasThere, deletions: step.deletions + others.length + (wasThere ? 1 : 0), files: step.files };
}

async function removeInSteps(table: Table, endpointId: string, onStep: (removed: number) => void): Promise<void> {
  for (let left = true; left; ) {
    let steps = 1;
    const outcome = await removeItemsOf(table, endpointId, () => steps-- > 0);
    onStep(outcome.removed);
    left = outcome.left;
  }
}

async function keysListed(table: Table, list: WorkspaceListName, workspaceId: string): Promise<ItemKey[]> {
  const { sortPrefix, itemKeyOf } = WORKSPACE_LISTS[list];
  return (await keysIn(table, workspaceKey(workspaceId).PK, sortPrefix)).map(({ SK }) => itemKeyOf(SK));
}

async function keysIn(table: Table, PK: string, sortPrefix?: string): Promise<ItemKey[]> {
  const query = { ...inPartition(PK, sortPrefix), ...selecting('PK', 'SK') };
  const { items } = await joined(readParts((continuation) => table.query({ ...query, ...continuation })));
  return items as ItemKey[];
}
