import { TRANSACTION_ITEMS_MAX } from '../runtime/awsLimits.ts';
import { countRemoved, KEEPING_ATTRIBUTES, type Keeping, keepingOf, keptFrom } from '../storage/endpoints/keeping.ts';
import { ABSENT, between, hasValues, inPartition, PRESENT, selecting } from '../storage/table/expressions.ts';
import { ifConditionHolds } from '../storage/table/ifConditionHolds.ts';
import {
  endpointKey,
  FIRST_PLACE,
  indexHeadKey,
  keepingEndpointKey,
  pendingKey,
  submissionSortKeysBefore,
  wordsSortKeys,
} from '../storage/table/itemKeys.ts';
import { readParts } from '../storage/table/paging.ts';
import { type ItemKey, KEEPING_ENDPOINTS } from '../storage/table/partitions.ts';
import type { TableAccess } from '../storage/table/table.ts';
import { removeItems } from './endpointRemoval.ts';

/** Submissions per transaction: with the largest ones, it stays within DynamoDB's 4 MB. */
export const PER_TRANSACTION_MAX = Math.floor(TRANSACTION_ITEMS_MAX / 2);
/** Transactions per message, a few seconds: then another endpoint gets its turn. */
const TRANSACTIONS_MAX = 50;
/** Filters of words removed per message, each of a range of about 1,024 submissions. */
const FILTERS_MAX = 100;

interface AgeRemoval extends Pick<Keeping, 'keep'> {
  removed: number;
  left: boolean;
}

/**
 * Removes an endpoint's due submissions, oldest first, and the filters of words of ranges that are due as a whole.
 * A transaction removes and counts the same submissions, and requires the endpoint to keep what it kept when it was
 * read: nothing is counted twice or removed by a former setting. Repeatable; may be interrupted.
 */
export async function removeDue(
  table: TableAccess,
  endpointId: string,
  mayContinue: () => boolean,
  now: () => number = Date.now,
): Promise<AgeRemoval> {
  const { PK, SK } = endpointKey(endpointId);
  const endpoint = await table.get({ PK, SK }, ['PK', ...KEEPING_ATTRIBUTES]);
  if (!endpoint) {
    // Unless it is restored at this moment.
    const isGone = { ConditionCheck: { Key: { PK, SK }, ...ABSENT } };
    await ifConditionHolds(table.transact([isGone, { Delete: { Key: keepingEndpointKey(endpointId) } }]));
    return { removed: 0, left: false };
  }
  const keeping = keepingOf(endpoint);
  const nowMs = now();
  const place = keptFrom(keeping, nowMs);
  const { keep } = keeping;
  if (place === FIRST_PLACE) return { removed: 0, left: false, keep };
  const unchanged = { ConditionCheck: { Key: { PK, SK }, ...hasValues({ PK, ...asIn(endpoint) }) } };
  const today = new Date(nowMs).toISOString().slice(0, 10);
  let removed = 0;
  for (let transactions = 0; transactions < TRANSACTIONS_MAX && mayContinue(); transactions++) {
    const keys = await nextDue(table, endpointId, place);
    if (keys.length === 0) return { removed, left: await removeFilters(table, endpointId, place), keep };
    const deletes = keys.map((Key) => ({ Delete: { Key, ...PRESENT } }));
    const write = table.transact([unchanged, countRemoved(endpointId, today, keys.length), ...deletes]);
    // Somebody else deleted one of them, or changed the setting.
    if (!(await ifConditionHolds(write))) return { removed, left: true, keep };
    removed += keys.length;
  }
  return { removed, left: true, keep };
}

/** The endpoint's keeping as stored, for a condition. */
const asIn = (endpoint: Record<string, unknown>) =>
  Object.fromEntries(KEEPING_ATTRIBUTES.map((name) => [name, endpoint[name]]));

/** Due submissions, and pending ones. Strongly consistent: one that was just removed would fail the transaction. */
async function nextDue(table: TableAccess, endpointId: string, place: string): Promise<ItemKey[]> {
  const partitions = [endpointKey(endpointId).PK, pendingKey(endpointId, '').PK];
  for (const [i, range] of submissionSortKeysBefore(place).entries()) {
    const query = { ...between(partitions[i] as string, range), ...selecting('PK', 'SK'), ConsistentRead: true };
    const { Items = [] } = await table.query({ ...query, Limit: PER_TRANSACTION_MAX });
    if (Items.length > 0) return Items as ItemKey[];
  }
  return [];
}

/** @returns whether some are left */
async function removeFilters(table: TableAccess, endpointId: string, place: string): Promise<boolean> {
  const { PK } = indexHeadKey(endpointId);
  const query = { ...between(PK, wordsSortKeys('', place)), ...selecting('PK', 'SK'), Limit: FILTERS_MAX };
  const { Items = [] } = await table.query(query);
  await removeItems(table, Items as ItemKey[]);
  return Items.length === FILTERS_MAX;
}

/** The endpoints that remove by age, page by page. */
export async function* endpointsThatKeep(table: Pick<TableAccess, 'query'>): AsyncGenerator<string[]> {
  const query = { ...inPartition(KEEPING_ENDPOINTS), ...selecting('SK') };
  for await (const { items } of readParts((continuation) => table.query({ ...query, ...continuation })))
    yield items.map(({ SK }) => String(SK));
}
