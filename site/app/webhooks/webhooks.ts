import { WEBHOOK_SECRET_HEADER } from '../../../shared/contract/headers.ts';
import type { Webhook } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { call, callForHeaders, type RequestOptions, remove } from '../api/client.ts';
import { Collection } from '../api/collection.ts';

const collection = new Collection<Webhook>();

/** The webhooks of the current endpoint, oldest first; undefined until they are loaded. */
export const webhooks = collection.items;
export const unreadableWebhooks = collection.unreadable;

/**
 * Reads the list. One page has all: it holds an endpoint's maximum.
 * @throws RequestFailed
 */
export function readWebhooks(endpointId: string, signal: AbortSignal): Promise<void> {
  if (webhooks.peek()?.[0]?.endpointId !== endpointId) collection.clear();
  return collection.load(async () => {
    const { webhooks: items, _metadata } = await call('listWebhooks', { params: { endpointId }, signal });
    return { items, ..._metadata };
  });
}

/**
 * @returns the secret, which cannot be read again; empty if an earlier request had it
 * @throws RequestFailed
 */
export async function addWebhook(body: NonNullable<RequestOptions<'createWebhook'>['body']>): Promise<string> {
  const { answer, headers } = await callForHeaders('createWebhook', { body });
  collection.put(answer);
  return headers.get(WEBHOOK_SECRET_HEADER) ?? '';
}

type UpdateBody = NonNullable<RequestOptions<'updateWebhook'>['body']>;

/**
 * Makes changes that depend on the stored webhook.
 * @returns the webhook as stored afterwards
 * @throws RequestFailed, and what `changes` throws
 */
export async function changeWebhook(id: string, changes: (now: Webhook) => UpdateBody): Promise<Webhook> {
  const now = await call('retrieveWebhook', { params: { id } });
  collection.put(now);
  const body = changes(now);
  if (Object.keys(body).length > 0) await updateWebhook(id, body);
  return webhooks.peek()?.find((webhook) => webhook.id === id) ?? now;
}

/**
 * @returns the new secret, if requested
 * @throws RequestFailed
 */
export async function updateWebhook(id: string, body: UpdateBody): Promise<string> {
  const { answer, headers } = await callForHeaders('updateWebhook', { params: { id }, body });
  collection.put(answer);
  return headers.get(WEBHOOK_SECRET_HEADER) ?? '';
}

/** @throws RequestFailed */
export async function removeWebhook(id: string): Promise<void> {
  await remove('deleteWebhook', { params: { id } });
  collection.remove(id);
}
