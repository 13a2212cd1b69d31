import * as z from 'zod/mini';
import { isId } from '../../contract/ids.ts';
import { formatTime } from '../../contract/time.ts';
import { ABSENT, addAll, hasValues, inPartition, onlyIf, PRESENT, setAll, withPrefixes } from '../table/expressions.ts';
import { personErasureKey, SORT_PREFIX, workspaceKey } from '../table/itemKeys.ts';
import { joined, readParts } from '../table/paging.ts';
import type { ItemKey } from '../table/partitions.ts';
import { readStored } from '../table/stored.ts';
import type { Item, Table, TransactionWrite } from '../table/table.ts';

const StoredErasure = z.object({
  person: z.string(),
  through: z.string(),
  mentions: z._default(z.boolean(), false),
  startedAt: z.string(),
  finishedAt: z.optional(z.string()),
  files: z._default(z.number(), 0),
});

/** The erasure of everything that one address sent to a workspace, without the address. */
export interface PersonErasure extends z.output<typeof StoredErasure> {
  key: ItemKey;
  /** An HMAC of the address. */
  person: string;
  /** Id of the newest submission when the erasure began: it concerns none that came later. */
  through: string;
  /** Whether submissions that only mention the address were erased, too. */
  mentions: boolean;
  /** How many submissions were erased, by endpoint: attributes named by its id, so that each write adds to its own. */
  submissions: Record<string, number>;
}

type NewErasure = Pick<PersonErasure, 'person' | 'through' | 'mentions'>;
type Access = Pick<Table, 'query' | 'put' | 'update'>;

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

/** Records that an erasure begins, or continues one that did not finish. */
export async function openErasure(
  table: Access,
  workspaceId: string,
  { person, mentions, ...wanted }: NewErasure,
): Promise<PersonErasure> {
  const before = await readPersonErasures(table, workspaceId);
  const unfinished = before.find((each) => each.person === person && each.finishedAt === undefined);
  if (unfinished) {
    if (!mentions || unfinished.mentions) return unfinished;
    await table.update(onlyIf(PRESENT, { Key: unfinished.key, ...setAll({ mentions }) }));
    return { ...unfinished, mentions };
  }
  const startedAt = formatTime(new Date());
  const key = personErasureKey(workspaceId, startedAt, person);
  const record = { person, mentions, startedAt, ...wanted };
  await table.put({ ...key, ...record }, ABSENT);
  return { key, ...record, files: 0, submissions: {} };
}

/** Adds to a record in the transaction that erases these submissions. */
export const countErased = ({ key }: PersonErasure, endpointId: string, erased: number, files: number) =>
  ({ Update: onlyIf(PRESENT, { Key: key, ...addAll({ [endpointId]: erased, files }) }) }) satisfies TransactionWrite;

/** @param keptS seconds until the record is removed */
export async function finishErasure(table: Access, { key, person }: PersonErasure, keptS: number) {
  const changes = { finishedAt: formatTime(new Date()), ttl: Math.floor(Date.now() / 1_000) + keptS };
  return parseErasure(await table.update(onlyIf(hasValues({ person }), { Key: key, ...setAll(changes) })));
}
