import { KEY_SECRET_HEADER } from '../../../shared/contract/headers.ts';
import type { Key } from '../../../shared/contract/schemas/keys/key.ts';
import { dateOf, NEVER } from '../../../shared/contract/time.ts';
import { call, callForHeaders, type RequestOptions, remove } from '../api/client.ts';
import { Collection } from '../api/collection.ts';
import { requireSecret } from '../api/requestFailed.ts';

const collection = new Collection<Key>();

/** The workspace's keys, oldest first; undefined until they are loaded. */
export const keys = collection.items;
export const unreadableKeys = collection.unreadable;

/**
 * Reads the list. One page has all: it holds a workspace's maximum.
 * @throws RequestFailed
 */
export const readKeys = (signal: AbortSignal): Promise<void> =>
  collection.load(async () => {
    const { keys: items, _metadata } = await call('listKeys', { signal });
    return { items, ..._metadata };
  });

/**
 * @returns the key itself, which cannot be read again
 * @throws RequestFailed
 */
export async function addKey(body: RequestOptions<'createKey'>['body']): Promise<string> {
  const { answer, headers } = await callForHeaders('createKey', { body });
  collection.put(answer);
  return requireSecret(headers.get(KEY_SECRET_HEADER) ?? '');
}

/** @throws RequestFailed */
export async function changeKey(id: string, changes: { name?: string; expiresAt?: string }): Promise<void> {
  collection.put(await call('updateKey', { params: { id }, body: changes }));
}

/** @throws RequestFailed */
export async function revokeKey(id: string): Promise<void> {
  await remove('deleteKey', { params: { id } });
  collection.remove(id);
}

export const expiryOf = ({ expiresAt }: Key): Date | undefined => (expiresAt === NEVER ? undefined : dateOf(expiresAt));
