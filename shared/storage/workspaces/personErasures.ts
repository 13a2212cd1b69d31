import * as z from 'zod/mini';
import { isId } from '../../contract/ids.ts';
import { formatTime } from '../../contract/time.ts';
import { addAll, hasValues, inPartition, onlyIf, PRESENT, setAll, withPrefixes } from '../table/expressions.ts';
import { unlessConditionFails } from '../table/ifConditionHolds.ts';
import { personErasureKey, SORT_PREFIX, workspaceKey } from '../table/itemKeys.ts';
import { joined, readParts } from '../table/paging.ts';
import type { ItemKey } from '../table/partitions.ts';
import { readStored } from '../table/stored.ts';
import type { Item, Table, TransactionWrite } from '../table/table.ts';

const StoredErasure = z.object({
  /** An HMAC of the address. */
  person: z.string(),
  /** Id of the newest submission when the erasure began: it concerns none that came later. */
  through: z.string(),
  /** Whether submissions that only mention the address were erased, too. */
  mentions: z._default(z.boolean(), false),
  startedAt: z.string(),
  finishedAt: z.optional(z.string()),
  files: z._default(z.number(), 0),
});

/** The erasure of everything that one address sent to a workspace, without the address. */
export interface PersonErasure extends z.output<typeof StoredErasure> {
  key: ItemKey;
  /** How many submissions were erased, by endpoint: attributes named by its id, so that each write adds to its own. */
  submissions: Record<string, number>;
}

type Access = Pick<Table, 'query' | 'update'>;

/** @throws ZodError if a person's record cannot be read: skipping it would bring back what was erased */
export function parseErasure(item: Item): PersonErasure {
  const counts = Object.entries(item).filter(([name]) => isId('endpoint', name));
  const key = { PK: String(item.PK), SK: String(item.SK) };
  return { ...readStored(StoredErasure, item), key, submissions: Object.fromEntries(counts) as Record<string, number> };
}

export async function personErasureItems(table: Pick<Table, 'query'>, workspaceId: string): Promise<Item[]> {
  const query = inPartition(workspaceKey(workspaceId).PK, SORT_PREFIX.personErasure);
  return (await joined(readParts((continuation) => table.query({ ...query, ...continuation })))).items;
}

/** @throws ZodError if one cannot be read */
export const readPersonErasures = async (...query: Parameters<typeof personErasureItems>): Promise<PersonErasure[]> =>
  (await personErasureItems(...query)).map(parseErasure);

/** Keys of the erasures of all workspaces, from a scan of the whole table. */
export async function allErasureItems(table: Pick<Table, 'scan'>): Promise<Item[]> {
  const scan = withPrefixes(workspaceKey('').PK, SORT_PREFIX.personErasure);
  return (await joined(readParts((continuation) => table.scan({ ...scan, ...continuation })))).items;
}

/** Records that an erasure begins. One of the same person that did not finish continues, and concerns what came since. */
export async function openErasure(
  table: Access,
  workspaceId: string,
  wanted: Pick<PersonErasure, 'person' | 'through' | 'mentions'>,
): Promise<PersonErasure> {
  const before = await readPersonErasures(table, workspaceId);
  const unfinished = before.find(({ person, finishedAt }) => person === wanted.person && finishedAt === undefined);
  const startedAt = formatTime(new Date());
  const Key = unfinished?.key ?? personErasureKey(workspaceId, startedAt, wanted.person);
  const mentions = wanted.mentions || unfinished?.mentions === true;
  // The newest one then may be erased by now.
  const through = [wanted.through, unfinished?.through ?? ''].sort().at(-1);
  return parseErasure(await table.update({ Key, ...setAll({ ...wanted, mentions, through, startedAt }) }));
}

/** Adds to a record in the transaction that erases these submissions. */
export const countErased = ({ key }: PersonErasure, endpointId: string, erased: number, files: number) =>
  ({ Update: onlyIf(PRESENT, { Key: key, ...addAll({ [endpointId]: erased, files }) }) }) satisfies TransactionWrite;

/** @param keptS seconds until the record is removed @throws Error if it was erased with its workspace */
export async function finishErasure(table: Access, { key, person }: PersonErasure, keptS: number) {
  const changes = { finishedAt: formatTime(new Date()), ttl: Math.floor(Date.now() / 1_000) + keptS };
  const write = table.update(onlyIf(hasValues({ person }), { Key: key, ...setAll(changes) }));
  return parseErasure(await unlessConditionFails(write, () => new Error(RECORD_GONE)));
}

const RECORD_GONE = 'The record of this erasure is gone. If its workspace was not erased meanwhile, run this again.';
