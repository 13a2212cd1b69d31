import { isId } from '../../contract/ids.ts';
import { daysKept, type KeepingSettings } from '../../contract/keeping.ts';
import { addAll, between, hasValues, selecting } from '../table/expressions.ts';
import {
  ageRemovalKey,
  dateOfAgeRemoval,
  endpointKey,
  endpointOfWorkspaceKey,
  FIRST_PLACE,
  keepingEndpointKey,
  placeAtTime,
  submittedAt,
} from '../table/itemKeys.ts';
import { joined, readParts } from '../table/paging.ts';
import type { Item, TableAccess, TransactionWrite } from '../table/table.ts';
import { together, type WrittenFrom } from '../table/written.ts';

const DAY_MS = 86_400_000;

/** An endpoint's retention of submissions, by the time in their ids. */
export interface Keeping extends KeepingSettings {
  /** Older submissions were due before the settings were last changed, and stay hidden: milliseconds since 1970, never falls. */
  goneBefore?: number | undefined;
  /** The same as `keepDays` for those marked as spam now, whenever they were marked. */
  keepSpamDays?: number | undefined;
}

export const KEEPING_ATTRIBUTES = ['keepDays', 'keep', 'goneBefore', 'keepSpamDays'] as const;

/** Places before which submissions are due: all, and spam. The second is never before the first. */
export interface Kept {
  from: string;
  spamFrom: string;
}

export const ALL_KEPT: Kept = { from: FIRST_PLACE, spamFrom: FIRST_PLACE };

/** The time before which submissions are due, in milliseconds since 1970; 0 if all are kept. */
export function keptFromMs(keeping: Keeping, nowMs: number): number {
  const { goneBefore = 0, ...settings } = keepingOf({ ...keeping });
  const days = daysKept(settings);
  return Math.max(goneBefore < nowMs ? goneBefore : 0, days === undefined ? 0 : nowMs - days * DAY_MS);
}

/** The same for submissions that are marked as spam. */
export function spamKeptFromMs(keeping: Keeping, nowMs: number): number {
  const { keepSpamDays } = keepingOf({ ...keeping });
  return Math.max(keptFromMs(keeping, nowMs), keepSpamDays === undefined ? 0 : nowMs - keepSpamDays * DAY_MS);
}

/** The same as places. */
export function keptFrom(keeping: Keeping, nowMs: number): Kept {
  // 1 only says that there was a setting.
  const placeAt = (fromMs: number) => (fromMs > 1 ? placeAtTime(fromMs) : FIRST_PLACE);
  return { from: placeAt(keptFromMs(keeping, nowMs)), spamFrom: placeAt(spamKeptFromMs(keeping, nowMs)) };
}

/** True if a submission is due for removal: readers treat it as absent even before it is removed. */
export function isDue(keeping: Keeping, { id, isSpam = false }: Judged, nowMs: number): boolean {
  const fromMs = isSpam ? spamKeptFromMs(keeping, nowMs) : keptFromMs(keeping, nowMs);
  return isId('submission', id) && submittedAt(id) < fromMs;
}

interface Judged {
  id: string;
  isSpam?: boolean | undefined;
}

/** As stored. Values that no request sets count as absent: better kept too long than lost. */
export const keepingOf = ({ keepDays, keep, goneBefore, keepSpamDays }: Item): Keeping => ({
  ...(isCount(keepDays) && { keepDays }),
  ...(keep === 'untilDelivered' && { keep }),
  ...(isCount(goneBefore) && { goneBefore }),
  ...(isCount(keepSpamDays) && { keepSpamDays }),
});

/** Reads only these attributes of an endpoint; an endpoint that does not exist keeps everything. */
export const readKeeping = async (table: Pick<TableAccess, 'get'>, endpointId: string): Promise<Keeping> =>
  keepingOf((await table.get(endpointKey(endpointId), KEEPING_ATTRIBUTES)) ?? {});

/** Requires an endpoint to keep what it kept when its item was read, with at least these attributes. */
export function keepingUnchanged(endpointId: string, item: Item): TransactionWrite {
  const Key = endpointKey(endpointId);
  const asRead = Object.fromEntries(KEEPING_ATTRIBUTES.map((name) => [name, item[name]]));
  return { ConditionCheck: { Key, ...hasValues({ PK: Key.PK, ...asRead }) } };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Attributes set when settings change; submissions due by the previous ones stay due, except spam by `keepSpamDays`. */
export function keepingChanges(before: Keeping, changes: Changes, nowMs: number) {
  const changed = SETTINGS.filter((name) => changes[name] !== undefined && changes[name] !== (before[name] ?? null));
  if (changed.length === 0) return undefined;
  const gone = changed.some((name) => name !== 'keepSpamDays') ? keptFromMs(before, nowMs) : (before.goneBefore ?? 0);
  // At least 1: statistics show what was removed also when no setting is left.
  const goneBefore = Math.max(gone, SETTINGS.some((name) => before[name] !== undefined) ? 1 : 0);
  const set = Object.fromEntries(changed.map((name) => [name, changes[name]]));
  return { ...set, ...(goneBefore > 0 && { goneBefore }) };
}

const SETTINGS = ['keepDays', 'keep', 'keepSpamDays'] as const satisfies (keyof Keeping)[];
type Changes = { [Name in (typeof SETTINGS)[number]]?: Keeping[Name] | null };

/** The settings in a request, as stored: what an update must not have found changed. */
export const settingsIn = (changes: Changes, stored: Item): Item =>
  Object.fromEntries(SETTINGS.filter((name) => changes[name] !== undefined).map((name) => [name, stored[name]]));

/** Lets the removal by age find an endpoint. */
export const listForRemoval = (endpointId: string): TransactionWrite => ({
  Put: { Item: { ...keepingEndpointKey(endpointId), endpointId } },
});

/** Attributes with which `copyToList` writes or checks an entry. */
export const ENTRY_COPIES = /* @__PURE__ */ together(KEEPING_ATTRIBUTES, ['restoredFrom']);

/**
 * Copies an endpoint's keeping to its entry in its workspace's list, so that statistics need not read all endpoints; fails
 * while the endpoint is being restored.
 */
export const copyToList = (workspaceId: string, endpointId: string, keeping: Keeping): TransactionWrite => ({
  Put: {
    Item: { ...endpointOfWorkspaceKey(workspaceId, endpointId), ...keeping },
    ...hasValues({ restoredFrom: undefined } satisfies WrittenFrom<typeof ENTRY_COPIES>),
  },
});

/** Adds to the number of submissions that were removed by age on the day (UTC) of a time. */
export const countRemoved = (endpointId: string, nowMs: number, removed: number): TransactionWrite => ({
  Update: { Key: ageRemovalKey(endpointId, new Date(nowMs).toISOString().slice(0, 10)), ...addAll({ removed }) },
});

/** Numbers of submissions removed by age, by date; one query. */
export async function removedSince(table: Pick<TableAccess, 'query'>, endpointId: string, date: string) {
  const [first, last] = [ageRemovalKey(endpointId, date), ageRemovalKey(endpointId, '~')];
  const query = { ...between(first.PK, [first.SK, last.SK]), ...selecting('PK', 'SK', 'removed') };
  const { items } = await joined(readParts((continuation) => table.query({ ...query, ...continuation })));
  const readable = items.filter(({ removed }) => typeof removed === 'number');
  return new Map(readable.map(({ SK, removed }) => [dateOfAgeRemoval({ SK: String(SK) }), Number(removed)]));
}
