import { signal } from '@preact/signals';
import { WEBHOOK_SECRET_HEADER } from '../../../shared/contract/headers.ts';
import type { Webhook } from '../../../shared/contract/schemas/webhook.ts';
import { call, callForHeaders, type RequestOptions } from '../api/client.ts';

/** The webhooks of the current endpoint, oldest first; undefined until they are loaded. */
export const webhooks = signal<readonly Webhook[] | undefined>();

/**
 * Reads the list. One page has all: it holds an endpoint's maximum.
 * @throws RequestFailed
 */
export async function readWebhooks(endpointId: string, signal?: AbortSignal): Promise<void> {
  if (webhooks.peek()?.[0]?.endpointId !== endpointId) webhooks.value = undefined;
  webhooks.value = (await call('listWebhooks', { params: { endpointId }, signal })).webhooks;
}

/**
 * @returns the secret, which cannot be read again
 * @throws RequestFailed
 */
export async function addWebhook(body: NonNullable<RequestOptions<'createWebhook'>['body']>): Promise<string> {
  const { answer, headers } = await callForHeaders('createWebhook', { body });
  webhooks.value = [...(webhooks.peek() ?? []), answer];
  return headers.get(WEBHOOK_SECRET_HEADER) ?? '';
}

/**
 * @returns the new secret, if requested
 * @throws RequestFailed
 */
export async function changeWebhook(
  id: string,
  body: NonNullable<RequestOptions<'updateWebhook'>['body']>,
): Promise<string> {
  const { answer, headers } = await callForHeaders('updateWebhook', { params: { id }, body });
  webhooks.value = webhooks.peek()?.map((webhook) => (webhook.id === id ? answer : webhook));
  return headers.get(WEBHOOK_SECRET_HEADER) ?? '';
}

/** @throws RequestFailed */
export async function removeWebhook(id: string): Promise<void> {
  await call('deleteWebhook', { params: { id } });
  webhooks.value = webhooks.peek()?.filter((webhook) => webhook.id !== id);
}
