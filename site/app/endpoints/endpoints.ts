import { signal } from '@preact/signals';
import type { ClosedReason } from '../../../shared/contract/closing.ts';
import type { Endpoint, EndpointDefaults } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { call, type RequestOptions, remove } from '../api/client.ts';
import { Collection } from '../api/collection.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';

const collection = new Collection<Endpoint>();

/** The workspace's endpoints, oldest first; undefined until they are loaded. */
export const endpoints = collection.items;
export const unreadableEndpoints = collection.unreadable;
/** The workspace's settings for new endpoints. */
export const endpointDefaults = signal<EndpointDefaults>({});
export const endpointsFailure = signal<RequestFailed | undefined>();

type UpdateBody = NonNullable<RequestOptions<'updateEndpoint'>['body']>;

export async function readEndpoints(): Promise<void> {
  try {
    await collection.load(listAll);
    endpointsFailure.value = undefined;
  } catch (error) {
    endpointsFailure.value = asFailure(error);
  }
}

/** Reads all pages of the list. */
async function listAll() {
  const items: Endpoint[] = [];
  const unreadable: string[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const response = await call('listEndpoints', { query: { page } });
    items.push(...response.endpoints);
    unreadable.push(...(response._metadata.unreadable ?? []));
    endpointDefaults.value = response.endpointDefaults ?? {};
    totalPages = response._metadata.totalPages;
  }
  return { items, unreadable };
}

export const endpointWith = (id: string): Endpoint | undefined =>
  endpoints.value?.find((endpoint) => endpoint.id === id);

/** @throws RequestFailed */
export async function addEndpoint(body: RequestOptions<'createEndpoint'>['body']): Promise<Endpoint> {
  const endpoint = await call('createEndpoint', { body });
  collection.put(endpoint);
  return endpoint;
}

/**
 * Makes changes that depend on the stored endpoint.
 * @returns the endpoint as stored afterwards
 * @throws RequestFailed, and what `changes` throws
 */
export async function changeEndpoint(id: string, changes: (now: Endpoint) => UpdateBody): Promise<Endpoint> {
  const now = await call('retrieveEndpoint', { params: { id } });
  collection.put(now);
  const body = changes(now);
  if (Object.keys(body).length === 0) return now;
  const changed = await call('updateEndpoint', { params: { id }, body });
  collection.put(changed);
  return changed;
}

const REOPENING: Record<ClosedReason, UpdateBody> = {
  archived: { isArchived: null },
  off: { isEnabled: true },
  ended: { closesAt: null },
  full: { maxSubmissions: null },
};

/** Ends a reason why an endpoint is closed. @throws RequestFailed */
export async function reopen(id: string, reason: ClosedReason): Promise<void> {
  collection.put(await call('updateEndpoint', { params: { id }, body: REOPENING[reason] }));
}

/** @throws RequestFailed */
export async function removeEndpoint(id: string): Promise<void> {
  await remove('deleteEndpoint', { params: { id } });
  collection.remove(id);
}
