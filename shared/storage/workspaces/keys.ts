import type { Permission } from '../../contract/choices.ts';
import { ApiError } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import { KEYS_PER_WORKSPACE_MAX } from '../../contract/limits.ts';
import { allowsGroup, type Narrowing, permitsNoMore, type Rights } from '../../contract/narrowing.ts';
import { isAtLeast, roleOf } from '../../contract/roles.ts';
import type { PageQuery } from '../../contract/schemas/common.ts';
import type { KeyCreate, KeyUpdate } from '../../contract/schemas/keys/key.ts';
import { formatTime } from '../../contract/time.ts';
import { countOneLess, countOneMore, quotaReached } from '../counters/quotas.ts';
import { ABSENT, hasValues, inPartition, onlyIf, PRESENT, present, setAll } from '../table/expressions.ts';
import { ifConditionHolds, unlessConditionFails } from '../table/ifConditionHolds.ts';
import { keyIdOfItem, keyKey, keyKeyOfEntry, keyOfWorkspaceKey, SORT_PREFIX, workspaceKey } from '../table/itemKeys.ts';
import type { Lookup } from '../table/lookup.ts';
import { type Caller, type Owned, requireDeletable, requireOwned } from '../table/ownership.ts';
import type { ItemKey } from '../table/partitions.ts';
import { readEach, readOr } from '../table/stored.ts';
import { type Alongside, type Item, nothing, type TableAccess, type TransactionWrite } from '../table/table.ts';
import { identityOf, newKeySecret, type SecretKind, sameHash } from './keySecret.ts';
import { parseKey, type StoredKey, storedKey } from './storedKey.ts';
import { checkListPage, type ListPage, listPagesOf, readWorkspacePage } from './workspaceLists.ts';

/** A key to delete, with its creation time as stored. */
interface DeletableKey extends Owned {
  id: string;
  createdAt: unknown;
}

/**
 * A key's use is recorded at most once in this time. An instance whose write failed its condition waits another 30 s
 * (see `authentication`), so `lastAccess` is at most a minute behind.
 */
export const USE_NOTED_EVERY_MS = 30_000;

export class Keys {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  async find(id: string): Promise<StoredKey | undefined> {
    if (!isId('key', id)) return undefined;
    const item = await this.#table.get(keyKey(id));
    return item && parseKey(item);
  }

  /**
   * Creates a key. This is the only time its secret is returned.
   * @throws ApiError USAGE_EXCEEDED when the workspace has reached its limit
   */
  async create(
    workspaceId: string,
    fields: NewKey,
    permission: Permission,
    alongside: Alongside<StoredKey> = nothing,
  ): Promise<{ key: StoredKey; secret: string }> {
    const { key, secret, writes } = prepareKey(workspaceId, fields, permission);
    const write = this.#table.transact([countOneMore(workspaceId, 'keyCount'), ...writes, ...alongside(key)]);
    await unlessConditionFails(write, (cause) => quotaReached('keyCount', cause));
    return { key, secret };
  }

  /** @throws ApiError NOT_FOUND unless the caller sees this key */
  async requireSeen(id: string, caller: Caller): Promise<void> {
    const { keys, from } = ownedKey(id);
    from(await Promise.all(keys.map((key) => this.#table.get(key))), caller);
  }

  /** @throws ApiError NOT_FOUND when the workspace has no such key */
  async update(workspaceId: string, id: string, changes: KeyUpdate): Promise<StoredKey> {
    if (!isId('key', id)) throw keyNotFound();
    const update = { Key: keyKey(id), ...setAll({ ...changes, ...notedUntil(changes) }) };
    const write = this.#table.update(onlyIf(hasValues({ workspaceId }), update));
    return parseKey(await unlessConditionFails(write, keyNotFound));
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

  /** Deletes the keys that a member made, with those that they made. @returns how many */
  async deleteMadeBy(workspaceId: string, memberId: string): Promise<number> {
    const page = { page: 1, limit: KEYS_PER_WORKSPACE_MAX };
    const { items } = await readWorkspacePage(this.#table, 'keys', workspaceId, page);
    const made = readEach(items, parseKey).read.filter(({ madeBy }) => madeBy === memberId);
    for (const key of made) await this.delete(key);
    return made.length;
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

  /** A narrowed caller's list has only the keys that it sees, and none that cannot be read. */
  async list(caller: Caller, query: PageQuery): Promise<ListPage<StoredKey>> {
    const { page, limit } = caller.narrowing ? { page: 1, limit: KEYS_PER_WORKSPACE_MAX } : query;
    const all = await readWorkspacePage(this.#table, 'keys', caller.workspaceId, { page, limit });
    const { read, unreadable } = readEach(all.items, parseKey);
    if (!caller.narrowing) return { items: read, totalPages: all.totalPages, unreadable: unreadable.map(keyIdOfItem) };
    const seen = read.filter((key) => isSeen(key, caller));
    const totalPages = listPagesOf(seen.length, query.limit);
    checkListPage(query.page, totalPages);
    return { items: seen.slice((query.page - 1) * query.limit, query.page * query.limit), totalPages, unreadable: [] };
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
        ':before': formatTime(new Date(now.getTime() - USE_NOTED_EVERY_MS)),
      },
      ReturnValues: 'NONE',
    });
    await ifConditionHolds(write);
  }
}

/**
 * Whether a caller sees a key: itself, and others as an admin, of which a narrowed one, if it allows keys, sees those that
 * may do no more. Nobody else sees a session.
 */
const isSeen = (key: Pick<StoredKey, 'id' | 'memberId'> & Rights, caller: Caller): boolean =>
  key.id === caller.keyId ||
  (!key.memberId &&
    isAtLeast(roleOf(caller), 'admin') &&
    (!caller.narrowing || (allowsGroup(caller.narrowing, 'keys') && permitsNoMore(key, caller))));

/** The key with this id, or the session if those are among the kinds; NOT_FOUND unless it exists, can be read and belongs to the caller's workspace. */
export const ownedKey = (id: string, kinds: SecretKind[] = ['key']): Lookup<StoredKey, Caller> => ({
  keys: kinds.some((kind) => isId(kind, id)) ? [keyKey(id)] : [],
  from: ([item], caller) => {
    const key = requireOwned(item && readOr(() => parseKey(item), keyKey(id)), caller, keyNotFound);
    if (!isSeen(key, caller)) throw keyNotFound();
    return key;
  },
});

/** The same to delete it; a caller that is not narrowed can delete even one that cannot be read. */
export const deletableKey = (id: string): Lookup<DeletableKey, Caller> => ({
  keys: ownedKey(id).keys,
  from: ([item], caller) => {
    if (caller.narrowing) return ownedKey(id).from([item], caller);
    const { workspaceId } = caller;
    const { createdAt } = requireDeletable(item, { workspaceId }, keyNotFound);
    return { id, workspaceId, createdAt };
  },
});

export const keyNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such key.');

export const isUnexpired = ({ expiresAt }: StoredKey, now: Date): boolean => expiresAt > formatTime(now);

/** The key in an item, if it can be read, has a secret with this hash and has not expired. */
export function validKey(item: Item | undefined, secretHash: string): StoredKey | undefined {
  const key = item && readOr(() => parseKey(item), item as ItemKey);
  return key && sameHash(key.secretHash, secretHash) && isUnexpired(key, new Date()) ? key : undefined;
}

/**
 * A copy of the expiry for `noteAccess` only. IAM cannot distinguish attributes that a condition reads from those that
 * the write sets: with the copy, functions that record a key's use need no permission on `expiresAt` itself.
 */
export const notedUntil = ({ expiresAt }: Partial<Pick<StoredKey, 'expiresAt'>>): Item =>
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

export type NewKey = Pick<KeyCreate, 'name' | 'expiresAt'> & Narrowing & Partial<Pick<StoredKey, 'madeBy'>>;

/**
 * The fields of a key that a caller makes: without limits of its own it gets the caller's.
 * @throws ApiError FORBIDDEN if it could do more than the caller
 */
export function madeBy(
  { narrowing, permission: own, madeBy }: Rights & Pick<Caller, 'madeBy'>,
  { permission = own, endpointIds = narrowing?.endpointIds, allows = narrowing?.allows, ...key }: KeyCreate,
) {
  const made = { permission, narrowing: { endpointIds, allows } };
  if (permitsNoMore(made, { permission: own, narrowing })) return { ...key, permission, endpointIds, allows, madeBy };
  throw new ApiError(
    'FORBIDDEN',
    'This key can only make keys that may do no more than itself: endpointIds and allows may only have those of this key.',
  );
}

export function prepareKey(
  workspaceId: string,
  { name, expiresAt, endpointIds, allows, madeBy }: NewKey,
  permission: Permission,
) {
  const secret = newKeySecret();
  const { id, hash: secretHash } = identityOf(secret);
  const createdAt = formatTime(new Date());
  const narrowing = (endpointIds || allows) && present({ endpointIds, allows });
  const key: StoredKey = {
    ...{ id, workspaceId, name, permission, secretHash, createdAt, expiresAt },
    ...(narrowing && { narrowing }),
    ...(madeBy && { madeBy }),
  };
  const entry: Item = keyOfWorkspaceKey(workspaceId, createdAt, key.id);
  const writes: TransactionWrite[] = [
    { Put: { Item: { ...keyKey(key.id), ...storedKey(key), ...notedUntil(key) }, ...ABSENT } },
    { Put: { Item: entry } },
  ];
  return { key, secret, writes };
}
