import { signal } from '@preact/signals';
import { KEY_SECRET_HEADER } from '../../../shared/contract/headers.ts';
import type { Key } from '../../../shared/contract/schemas/key.ts';
import { dateOf, NEVER } from '../../../shared/contract/time.ts';
import { call, callForHeaders } from '../api/client.ts';

/** The workspace's keys, oldest first; undefined until they are loaded. */
export const keys = signal<readonly Key[] | undefined>();

/**
 * Reads the list. One page has all: it holds a workspace's maximum.
 * @throws RequestFailed
 */
export async function readKeys(signal?: AbortSignal): Promise<void> {
  keys.value = (await call('listKeys', { signal })).keys;
}

/**
 * @returns the key itself, which cannot be read again
 * @throws RequestFailed
 */
export async function addKey(name: string, expiresAt: string): Promise<string> {
  const { answer, headers } = await callForHeaders('createKey', { body: { name, expiresAt } });
  keys.value = [...(keys.peek() ?? []), answer];
  return headers.get(KEY_SECRET_HEADER) ?? '';
}

/** @throws RequestFailed */
export async function changeKey(id: string, changes: { name?: string; expiresAt?: string }): Promise<void> {
  const changed = await call('updateKey', { params: { id }, body: changes });
  keys.value = keys.peek()?.map((key) => (key.id === id ? changed : key));
}

/** @throws RequestFailed */
export async function revokeKey(id: string): Promise<void> {
  await call('deleteKey', { params: { id } });
  keys.value = keys.peek()?.filter((key) => key.id !== id);
}

export const expiryOf = ({ expiresAt }: Key): Date | undefined => (expiresAt === NEVER ? undefined : dateOf(expiresAt));
