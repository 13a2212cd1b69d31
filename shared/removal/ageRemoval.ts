import { rangesWithSpam } from '../pageIndex/keptParts.ts';
import { TRANSACTION_ITEMS_MAX } from '../runtime/awsLimits.ts';
import { addEntry } from '../storage/audit/addEntry.ts';
import { entryIdAt } from '../storage/audit/auditKeys.ts';
import {
  countRemoved,
  KEEPING_ATTRIBUTES,
  type Keeping,
  type Kept,
  keepingOf,
  keepingUnchanged,
  keptFrom,
} from '../storage/endpoints/keeping.ts';
import {
  ABSENT,
  between,
  hasValues,
  inPartition,
  type NamedCondition,
  PRESENT,
  selecting,
  withFlags,
} from '../storage/table/expressions.ts';
import { ifConditionHolds } from '../storage/table/ifConditionHolds.ts';
import {
  ageRemovalKey,
  endpointKey,
  FIRST_PLACE,
  indexHeadKey,
  keepingEndpointKey,
  pendingKey,
  submissionSortKeys,
  submissionSortKeysBefore,
  withinSubmissionIds,
  wordsSortKeys,
} from '../storage/table/itemKeys.ts';
import { readParts } from '../storage/table/paging.ts';
import { type ItemKey, KEEPING_ENDPOINTS } from '../storage/table/partitions.ts';
import type { QueryInput, TableAccess } from '../storage/table/table.ts';
import { removeItems } from './endpointRemoval.ts';

/** Submissions per transaction: with the largest ones, it stays within DynamoDB's 4 MB. */
export const PER_TRANSACTION_MAX = Math.floor(TRANSACTION_ITEMS_MAX / 2);
/** Transactions per message, a few seconds: then another endpoint gets its turn. */
const TRANSACTIONS_MAX = 50;
/** A day's count is final this long after the day. */
const SETTLED_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Filters of words removed per message, each of a range of about 1,024 submissions. */
const FILTERS_MAX = 100;

interface AgeRemoval extends Pick<Keeping, 'keep'> {
  removed: number;
  left: boolean;
}

/**
 * Removes an endpoint's due submissions, and the filters of words of ranges that are due as a whole.
 * A transaction removes and counts the same submissions, and requires the endpoint to keep what it kept when it was
 * read: nothing is counted twice or removed by a former setting. Repeatable; may be interrupted.
 */
export async function removeDue(
  table: TableAccess,
  endpointId: string,
  mayContinue: () => boolean,
  now: () => number = Date.now,
): Promise<AgeRemoval> {
  const Key = endpointKey(endpointId);
  const endpoint = await table.get(Key, ['PK', 'workspaceId', ...KEEPING_ATTRIBUTES]);
  if (!endpoint) {
    // Unless it is restored at this moment.
    const isGone = { ConditionCheck: { Key, ...ABSENT } };
    await ifConditionHolds(table.transact([isGone, { Delete: { Key: keepingEndpointKey(endpointId) } }]));
    return { removed: 0, left: false };
  }
  const keeping = keepingOf(endpoint);
  const nowMs = now();
  await auditDayBefore(table, endpointId, String(endpoint.workspaceId), nowMs);
  const kept = keptFrom(keeping, nowMs);
  const { keep } = keeping;
  if (kept.spamFrom === FIRST_PLACE) return { removed: 0, left: false, keep };
  const unchanged = keepingUnchanged(endpointId, endpoint);
  let removed = 0;
  let transactions = 0;
  for await (const deletes of dueSubmissions(table, endpointId, kept)) {
    if (transactions++ === TRANSACTIONS_MAX || !mayContinue()) return { removed, left: true, keep };
    const write = table.transact([unchanged, countRemoved(endpointId, nowMs, deletes.length), ...deletes]);
    // Somebody else deleted one of them, marked it as not spam, or changed the setting.
    if (!(await ifConditionHolds(write))) return { removed, left: true, keep };
    removed += deletes.length;
  }
  return { removed, left: !mayContinue() || (await removeFilters(table, endpointId, kept.from)), keep };
}

/**
 * Adds an entry to the audit log about the submissions that were removed on the day before, when no removal that began on it
 * runs any more. Repeatable.
 */
async function auditDayBefore(
  table: Pick<TableAccess, 'get' | 'put'>,
  endpointId: string,
  workspaceId: string,
  nowMs: number,
): Promise<void> {
  const endsAt = Math.floor((nowMs - SETTLED_MS) / DAY_MS) * DAY_MS - 1;
  const day = new Date(endsAt).toISOString().slice(0, 10);
  const { removed } = (await table.get(ageRemovalKey(endpointId, day), ['removed'])) ?? {};
  if (typeof removed !== 'number') return;
  const entry = { actor: 'service', operation: 'removeByAge', object: endpointId, endpointId, removed };
  await addEntry(table, workspaceId, entry, entryIdAt(endsAt, endpointId));
}

/**
 * Deletions for one transaction after another: of submissions that are due, then of pending ones, then of spam in the
 * ranges where the page index counts any. Reads are strongly consistent, because the deletion of a submission that was
 * just removed would fail its transaction.
 */
async function* dueSubmissions(table: TableAccess, endpointId: string, { from, spamFrom }: Kept) {
  const { PK } = endpointKey(endpointId);
  const partitions = [PK, pendingKey(endpointId, '').PK];
  for (const [i, range] of from === FIRST_PLACE ? [] : submissionSortKeysBefore(from).entries()) {
    const query = { ...between(partitions[i] as string, range), Limit: PER_TRANSACTION_MAX };
    for await (const keys of readKeys(table, query)) if (keys.length > 0) yield deletionsOf(keys, PRESENT);
  }
  if (spamFrom === from) return;
  const spam: ItemKey[] = [];
  const [[, end]] = submissionSortKeysBefore(spamFrom) as [[string, string]];
  for await (const part of rangesWithSpam(table, endpointId, spamFrom)) {
    const [first, last] = withinSubmissionIds(submissionSortKeys(part.after, part.end));
    const query = withFlags(between(PK, [first, last < end ? last : end]), { isSpam: true });
    for await (const keys of readKeys(table, query)) {
      spam.push(...keys);
      while (spam.length >= PER_TRANSACTION_MAX) yield deletionsOf(spam.splice(0, PER_TRANSACTION_MAX), IS_SPAM);
    }
  }
  if (spam.length > 0) yield deletionsOf(spam, IS_SPAM);
}

const IS_SPAM = hasValues({ isSpam: true });

const deletionsOf = (keys: readonly ItemKey[], condition: NamedCondition) =>
  keys.map((Key) => ({ Delete: { Key, ...condition } }));

async function* readKeys(table: TableAccess, query: Omit<QueryInput, 'TableName'>): AsyncGenerator<ItemKey[]> {
  const keysOnly = { ...query, ...selecting('PK', 'SK'), ConsistentRead: true };
  for await (const { items } of readParts((continuation) => table.query({ ...keysOnly, ...continuation })))
    yield items as ItemKey[];
}

/** @returns whether some are left */
async function removeFilters(table: TableAccess, endpointId: string, place: string): Promise<boolean> {
  if (place === FIRST_PLACE) return false;
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
