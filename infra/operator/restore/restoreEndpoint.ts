import { buildIndex } from '../../../shared/pageIndex/buildIndex.ts';
import { inParallel } from '../../../shared/runtime/inParallel.ts';
import { isDue, keepingOf } from '../../../shared/storage/endpoints/keeping.ts';
import { RESTORED_COLLECTIONS } from '../../../shared/storage/itemCollections.ts';
import {
  endRestoration,
  findLive,
  findRestorable,
  putBack,
  putMissing,
  type RestorableEndpoint,
  type RestoreRefusal,
} from '../../../shared/storage/restoredEndpoints.ts';
import { inPartition } from '../../../shared/storage/table/expressions.ts';
import { SORT_PREFIX } from '../../../shared/storage/table/itemKeys.ts';
import { readParts } from '../../../shared/storage/table/paging.ts';
import type { ItemKey } from '../../../shared/storage/table/partitions.ts';
import type { Item, Table } from '../../../shared/storage/table/table.ts';
import { UsageError } from '../../tools/program.ts';
import { submissionOfRecord } from '../erase/orphans.ts';
import { erasedIn } from '../erase/person/erasePerson.ts';
import { idOf, isPending } from '../erase/person/storedSubmissions.ts';
import type { FileVersions } from '../files/fileVersions.ts';
import { type RestoredFiles, type RestoreTarget, restoreFiles } from '../files/restoreFiles.ts';

export interface RestoreStep {
  doing: 'waiting' | 'items' | 'index' | 'files';
  /** Items found in the other table, and those of them that were missing. */
  items: number;
  written: number;
}

export interface RestoreOptions {
  id: string;
  /** The other table's name. */
  from: string;
  isDryRun: boolean;
  /** Waits until no removal of the endpoint's items is under way any more. */
  settle: () => Promise<unknown>;
  onStep: (step: RestoreStep) => void;
}

export interface Restoration extends RestoreTarget {
  table: Table;
  fileVersions: Pick<FileVersions, 'removed' | 'bringBack' | 'removeAll'>;
  /** The table that has the endpoint. */
  other: Table;
}

/** Items written at the same time. */
const WRITES_AT_ONCE = 25;
const PAGE_ITEMS = 500;

/**
 * Brings a deleted endpoint back from another table, with its items and files: it can be used as soon as it is in its
 * workspace's list, which comes first, since items without an endpoint are removed. Writes only what is missing, and
 * notifies nobody; nothing of people who were erased, and no submission that is due. After an interruption, run it again.
 * @throws UsageError when an endpoint of that id exists, or its slug is taken
 */
export async function restoreEndpoint(
  { table, other, ...files }: Restoration,
  { id, from, isDryRun, settle, onStep }: RestoreOptions,
) {
  const endpoint = await findRestorable(other, id);
  if (!endpoint) throw new UsageError(`The table ${from} has no endpoint "${id}".`);
  const { workspaceId, slug } = endpoint;
  const found = { endpointId: id, workspaceId, slug };
  const { restoredFrom, refusal } = await findLive(table, endpoint);
  if (restoredFrom !== undefined && restoredFrom !== from)
    throw new UsageError(`Its restoration from ${restoredFrom} was interrupted: finish that one first.`);
  refuseFor(refusal, endpoint);
  if (isDryRun) return { ...found, ...(await itemsOf(other, id, onStep)) };
  if (restoredFrom === undefined) refuseFor(await putBack(table, endpoint, from), endpoint);
  onStep({ doing: 'waiting', items: 0, written: 0 });
  await settle();
  const erased = await erasedIn(other, { table, fileVersions: files.fileVersions }, endpoint);
  const isErased = (item: Item) => erased.ids.has(submissionOfRecord(item as Item & ItemKey) ?? idOf(item));
  const keeping = keepingOf(endpoint.item);
  // Otherwise, after an interruption, one that was removed since would be removed and counted twice.
  const isGone = (item: Item) =>
    isSubmission(item) && isDue(keeping, { id: idOf(item), isSpam: item.isSpam === true }, Date.now());
  const isWanted = (item: Item) => !isErased(item) && !isGone(item);
  const items = await itemsOf(other, id, onStep, async (item) => isWanted(item) && putMissing(table, item));
  await buildIndex(table, id, { recount: true, onPart: () => onStep({ doing: 'index', ...items }) });
  const restored: RestoredFiles = await restoreFiles({ table, ...files }, id, () =>
    onStep({ doing: 'files', ...items }),
  );
  await endRestoration(table, endpoint, from);
  const { unreadable } = erased;
  return { ...found, ...items, files: restored, ...(unreadable > 0 && { unreadable }) };
}

function refuseFor(refusal: RestoreRefusal | undefined, endpoint: RestorableEndpoint): void {
  if (refusal) throw new UsageError(REASONS[refusal](endpoint));
}

const REASONS: Record<RestoreRefusal, (endpoint: RestorableEndpoint) => string> = {
  exists: ({ id }) => `The endpoint "${id}" exists. Only a deleted one can be restored.`,
  slugIsTaken: ({ slug, workspaceId }) =>
    `The slug "${slug}" is taken in ${workspaceId} since: change that of the other endpoint first.`,
  workspaceIsFull: ({ workspaceId }) => `${workspaceId} is gone, or has reached its limit of endpoints.`,
};

/** @param write writes an item that is missing. Default: only counts. @returns how many were found and written */
async function itemsOf(
  other: Table,
  endpointId: string,
  onStep: RestoreOptions['onStep'],
  write: (item: Item) => Promise<boolean> = async () => false,
) {
  const counts = { items: 0, written: 0 };
  const nowS = Date.now() / 1_000;
  for (const collectionOf of RESTORED_COLLECTIONS) {
    const { PK, sortPrefix } = collectionOf(endpointId);
    const query = { ...inPartition(PK, sortPrefix), Limit: PAGE_ITEMS };
    for await (const { items } of readParts((continuation) => other.query({ ...query, ...continuation }))) {
      // A restored table removes no expired items.
      const valid = items.filter(({ ttl }) => typeof ttl !== 'number' || ttl > nowS);
      const written = await inParallel(valid.map(asRestored), WRITES_AT_ONCE, write);
      counts.items += valid.length;
      counts.written += written.filter(Boolean).length;
      onStep({ doing: 'items', ...counts });
    }
  }
  return counts;
}

const isSubmission = (item: Item) => isPending(item) || String(item.SK).startsWith(SORT_PREFIX.submission);

/** Without `hasTargets` a submission is not new to the function that notifies. */
function asRestored(item: Item): Item {
  if (!isSubmission(item) || isPending(item)) return item;
  const { hasTargets: _, ...restored } = item;
  return restored;
}
