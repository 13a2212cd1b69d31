import { setTimeout as sleep } from 'node:timers/promises';
import { Remains, removeItems } from '../../../shared/removal/remains.ts';
import {
  endpointIdOf,
  endpointKeyOfEntry,
  type ItemKey,
  keyKeyOfEntry,
  SORT_PREFIX,
  workspaceKey,
} from '../../../shared/storage/itemKeys.ts';
import { readPages } from '../../../shared/storage/pages.ts';
import type { Table } from '../../../shared/storage/table.ts';
import { Workspaces } from '../../../shared/storage/workspaces.ts';
import { removeOrphans } from './orphans.ts';

/**
 * Nothing that was under way when the endpoints were removed writes after this time: the functions end within 60 s.
 * The rest is for clocks. What lies in a queue writes nothing of an endpoint that is gone.
 */
export const SETTLE_MS = 75_000;

/** How far an erasure has come. */
export interface ErasureStep {
  doing: 'keys' | 'endpoints' | 'submissions' | 'waiting' | 'whole table';
  /** Items looked at in the whole table. */
  seen: number;
  /** Deletions made so far. */
  deletions: number;
}

export interface ErasureOptions {
  /** How long to wait, counted from the removal of the endpoints, before the whole table is looked through. */
  settleMs: number;
  /** Called after each step. */
  onStep: (step: ErasureStep) => void;
}

/**
 * Removes a workspace and everything of it from the table. Keys go first, so that nobody can change anything any
 * more, then endpoints, so that nothing more is submitted; the workspace itself goes last. Until then the whole may
 * be cut short at any point and begun again: each step does what is left of it.
 * @returns whether there was such a workspace, and how many deletions were made
 */
export async function eraseWorkspace(table: Table, workspaceId: string, { settleMs, onStep }: ErasureOptions) {
  const step: ErasureStep = { doing: 'keys', seen: 0, deletions: 0 };
  const tell = (doing: ErasureStep['doing'], count: number, seen = 0) => {
    step.deletions += count;
    step.seen += seen;
    onStep({ ...step, doing });
  };
  const partition = new Partition(table, workspaceId);
  const wasThere = await new Workspaces(table).close(workspaceId);
  // An entry is how its key or endpoint is found again, so it goes after it.
  const keys = await partition.sortKeys(SORT_PREFIX.keyOfWorkspace);
  await removeItems(table, keys.map(keyKeyOfEntry));
  tell('keys', keys.length);
  const endpoints = (await partition.sortKeys(SORT_PREFIX.endpointOfWorkspace)).map(endpointKeyOfEntry);
  await removeItems(table, endpoints);
  const settledAt = Date.now() + settleMs;
  tell('endpoints', endpoints.length);
  for (const key of endpoints) await removeRemains(table, endpointIdOf(key), (count) => tell('submissions', count));
  tell('waiting', 0);
  await sleep(Math.max(0, settledAt - Date.now()));
  await removeOrphans(table, (seen, count) => tell('whole table', count, seen));
  const others = (await partition.keys('')).filter(({ SK }) => SK !== workspaceKey(workspaceId).SK);
  await removeItems(table, others);
  if (wasThere) await table.delete(workspaceKey(workspaceId));
  return { wasThere, deletions: step.deletions + others.length + (wasThere ? 1 : 0) };
}

/** In small steps, each of which is told. */
async function removeRemains(table: Table, endpointId: string, onStep: (removed: number) => void): Promise<void> {
  const remains = new Remains(table);
  for (let left = true; left; ) {
    let steps = 1;
    const outcome = await remains.removeAll(endpointId, () => steps-- > 0);
    onStep(outcome.removed);
    left = outcome.left;
  }
}

/** What stands in a workspace's own partition: itself, its slugs, and the lists of its endpoints and keys. */
class Partition {
  readonly #table: Table;
  readonly #name: string;

  constructor(table: Table, workspaceId: string) {
    this.#table = table;
    this.#name = workspaceKey(workspaceId).PK;
  }

  async keys(sortPrefix: string): Promise<ItemKey[]> {
    const query = {
      KeyConditionExpression: sortPrefix === '' ? 'PK = :pk' : 'PK = :pk AND begins_with(SK, :prefix)',
      ExpressionAttributeValues: { ':pk': this.#name, ...(sortPrefix === '' ? {} : { ':prefix': sortPrefix }) },
      ProjectionExpression: 'PK, SK',
    };
    const keys: ItemKey[] = [];
    for await (const items of readPages((ExclusiveStartKey) => this.#table.query({ ...query, ExclusiveStartKey })))
      keys.push(...(items as ItemKey[]));
    return keys;
  }

  async sortKeys(sortPrefix: string): Promise<string[]> {
    return (await this.keys(sortPrefix)).map(({ SK }) => SK);
  }
}
