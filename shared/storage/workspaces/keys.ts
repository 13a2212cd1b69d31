import * as z from 'zod/mini';
import { PERMISSIONS, type Permission } from '../../contract/choices.ts';
import { ApiError } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import type { PageQuery } from '../../contract/schemas/common.ts';
import type { Key, KeyCreate, KeyUpdate } from '../../contract/schemas/keys/key.ts';
import { formatTime, TIME_PATTERN } from '../../contract/time.ts';
import { countOneLess, countOneMore, quotaReached } from '../counters/quotas.ts';
import { ABSENT, hasValues, inPartition, onlyIf, PRESENT, setAll } from '../table/expressions.ts';
import { ifConditionHolds, unlessConditionFails } from '../table/ifConditionHolds.ts';
import { keyIdOfItem, keyKey, keyKeyOfEntry, keyOfWorkspaceKey, SORT_PREFIX, workspaceKey } from '../table/itemKeys.ts';
import type { Lookup } from '../table/lookup.ts';
import { type Owned, requireDeletable, requireOwned } from '../table/ownership.ts';
import type { ItemKey } from '../table/partitions.ts';
import { readEach, readOr, readStored } from '../table/stored.ts';
import { type Alongside, type Item, nothing, type TableAccess, type TransactionWrite } from '../table/table.ts';
import { attributeNames, together } from '../table/written.ts';
import { hashSecret, keyIdOf, newKeySecret } from './keySecret.ts';
import { type ListPage, readWorkspacePage } from './workspaceLists.ts';

/** A key as stored: only the SHA-256 of its secret. */
export const StoredKey = z.object({
  id: z.string(),
  workspaceId: z.string(),
  name: z.string(),
  permission: z.enum(PERMISSIONS),
  secretHash: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().check(z.regex(TIME_PATTERN)),
  lastAccess: z.optional(z.string()),
});
export type StoredKey = z.output<typeof StoredKey>;

/** Attributes read and written when a key's use is recorded. */
export const KEY_USE_ATTRIBUTES = ['lastAccess', 'notedUntil'] as const;
/** Attributes of a new key. */
export const NEW_KEY_ATTRIBUTES = /* @__PURE__ */ together(
  /* @__PURE__ */ attributeNames(/* @__PURE__ */ z.omit(StoredKey, { lastAccess: true })),
  ['notedUntil'],
);
/** Attributes that a key's update writes besides the changes, or reads to check the key's workspace. */
export const CHANGED_KEY_ATTRIBUTES = ['notedUntil', 'workspaceId'] as const;

/** A key to delete, with its creation time as stored. */
interface DeletableKey extends Owned {
  id: string;
  createdAt: unknown;
}

/**
 * A key's use is recorded at most once in this time. An instance whose write failed its condition waits another 30 s
 * (see `authentication`), so `lastAccess` is at most a minute behind.
 */
const LAST_ACCESS_RESOLUTION_MS = 30_000;

export class Keys {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  async find(id: string): Promise<StoredKey | undefined> {
    if (!isId('key', id)) return undefined;
    const item = await this.#table.get(keyKey(id));
    return item && readStored(StoredKey, item);
  }

  /**
   * Creates a key. This is the only time its secret is returned.
   * @throws ApiError USAGE_EXCEEDED when the workspace has reached its limit
   */
  async create(
    workspaceId: string,
    fields: KeyCreate,
    permission: Permission,
    alongside: Alongside<StoredKey> = nothing,
  ): Promise<{ key: StoredKey; secret: string }> {
    const { key, secret, writes } = prepareKey(workspaceId, fields, permission);
    const write = this.#table.transact([countOneMore(workspaceId, 'keyCount'), ...writes, ...alongside(key)]);
    await unlessConditionFails(write, (cause) => quotaReached('keyCount', cause));
    return { key, secret };
  }

  /** @throws ApiError NOT_FOUND when the workspace has no such key */
  async update(workspaceId: string, id: string, changes: KeyUpdate): Promise<StoredKey> {
    if (!isId('key', id)) throw keyNotFound();
    const update = { Key: keyKey(id), ...setAll({ ...changes, ...notedUntil(changes) }) };
    const write = this.#table.update(onlyIf(hasValues({ workspaceId }), update));
    return readStored(StoredKey, await unlessConditionFails(write, keyNotFound));
  }

  /** @throws ApiError NOT_FOUND when it is gone already */
  async delete({ id, workspaceId, createdAt }: DeletableKey): Promise<void> {
    const remove = (entry: ItemKey) =>
      this.#table.transact([
        { Delete: { Key: keyKey(id), ...PRESENT } },
        // Only its owner's list has it.
        { Delete: { Key: entry, ...PRESENT } },
        countOneLess(workspaceKey(workspaceId), 'keyCount'),
      ]);
    if (await ifConditionHolds(remove(keyOfWorkspaceKey(workspaceId, String(createdAt), id)))) return;
    await unlessConditionFails(remove(await this.#entryOf(workspaceId, id)), keyNotFound);
  }

  /** Finds a key's entry in its workspace's list when the key's creation time has changed. */
  async #entryOf(workspaceId: string, id: string): Promise<ItemKey> {
    const { PK } = workspaceKey(workspaceId);
    const query = { ...inPartition(PK, SORT_PREFIX.keyOfWorkspace), ProjectionExpression: 'SK' };
    const { Items = [] } = await this.#table.query(query);
    const entry = Items.find(({ SK }) => keyKeyOfEntry(String(SK)).PK === keyKey(id).PK);
    if (!entry) throw keyNotFound();
    return { PK, SK: String(entry.SK) };
  }

  async list(workspaceId: string, query: PageQuery): Promise<ListPage<StoredKey>> {
    const { items, totalPages } = await readWorkspacePage(this.#table, 'keys', workspaceId, query);
    const { read, unreadable } = readEach(items, (item) => readStored(StoredKey, item));
    return { items: read, totalPages, unreadable: unreadable.map(keyIdOfItem) };
  }

  /**
   * Records that a key is used, unless it is invalid or that was recorded less than 30 s ago. Needs no prior read, so
   * it runs in parallel with authentication.
   */
  async noteAccess(id: string, now: Date): Promise<void> {
    const write = this.#table.update({
      Key: keyKey(id),
      UpdateExpression: 'SET lastAccess = :now',
      ConditionExpression: 'notedUntil > :now AND (attribute_not_exists(lastAccess) OR lastAccess <= :before)',
      ExpressionAttributeValues: {
        ':now': formatTime(now),
        ':before': formatTime(new Date(now.getTime() - LAST_ACCESS_RESOLUTION_MS)),
      },
      ReturnValues: 'NONE',
    });
    await ifConditionHolds(write);
  }
}

/** A key in the form of API responses: `permission` is included only if it is read-only. */
export const shownKey = ({ permission, ...key }: StoredKey): Key =>
  permission === 'read' ? { ...key, permission } : key;

/** The key with this id; NOT_FOUND unless it exists, can be read and belongs to the caller's workspace. */
export const ownedKey = (id: string): Lookup<StoredKey> => ({
  keys: isId('key', id) ? [keyKey(id)] : [],
  from: ([item], caller) =>
    requireOwned(item && readOr(() => readStored(StoredKey, item), keyKey(id)), caller, keyNotFound),
});

/** The same to delete it, even if it cannot be read. */
export const deletableKey = (id: string): Lookup<DeletableKey> => ({
  keys: ownedKey(id).keys,
  from: ([item], { workspaceId }) => {
    const { createdAt } = requireDeletable(item, { workspaceId }, keyNotFound);
    return { id, workspaceId, createdAt };
  },
});

export const keyNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such key.');

export const isUnexpired = ({ expiresAt }: StoredKey, now: Date): boolean => expiresAt > formatTime(now);

/**
 * A copy of the expiry for `noteAccess` only. IAM cannot distinguish attributes that a condition reads from those that
 * the write sets: with the copy, functions that record a key's use need no permission on `expiresAt` itself.
 */
const notedUntil = ({ expiresAt }: Partial<Pick<StoredKey, 'expiresAt'>>): Item =>
  expiresAt === undefined ? {} : { notedUntil: expiresAt };

/**
 * Prevents a key from giving any key, including itself, a later expiry than its own.
 * @param callerExpiresAt expiry of the calling key when the request was authenticated
 * @throws ApiError FORBIDDEN when the requested expiry is later
 */
export function requireNotBeyond(callerExpiresAt: string, { expiresAt }: KeyUpdate): void {
  if (expiresAt === undefined || expiresAt <= callerExpiresAt) return;
  throw new ApiError(
    'FORBIDDEN',
    `This key expires at ${callerExpiresAt} UTC, so it cannot give a key a later expiry: choose a shorter one.`,
  );
}

export function prepareKey(workspaceId: string, { name, expiresAt }: KeyCreate, permission: Permission) {
  const secret = newKeySecret();
  const secretHash = hashSecret(secret);
  const createdAt = formatTime(new Date());
  const key: StoredKey = { id: keyIdOf(secretHash), workspaceId, name, permission, secretHash, createdAt, expiresAt };
  const entry: Item = keyOfWorkspaceKey(workspaceId, createdAt, key.id);
  const writes: TransactionWrite[] = [
    { Put: { Item: { ...keyKey(key.id), ...key, ...notedUntil(key) }, ...ABSENT } },
    { Put: { Item: entry } },
  ];
  return { key, secret, writes };
}
