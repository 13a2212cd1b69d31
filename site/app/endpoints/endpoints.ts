import { signal } from '@preact/signals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { call, type RequestOptions } from '../api/client.ts';
import { Collection } from '../api/collection.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';

const collection = new Collection<Endpoint>();

/** The workspace's endpoints, oldest first; undefined until they are loaded. */
export const endpoints = collection.items;
export const endpointsFailure = signal<RequestFailed | undefined>();

export async function readEndpoints(): Promise<void> {
  try {
    await collection.load(listAll);
    endpointsFailure.value = undefined;
  } catch (error) {
    endpointsFailure.value = asFailure(error);
  }
}

/** Reads all pages of the list. */
async function listAll(): Promise<Endpoint[]> {
  const all: Endpoint[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const answer = await call('listEndpoints', { query: { page } });
    all.push(...answer.endpoints);
    totalPages = answer._metadata.totalPages;
  }
  return all;
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
 * Reads an endpoint as it is stored now.
 * @throws RequestFailed
 */
export async function readEndpoint(id: string): Promise<Endpoint> {
  const endpoint = await call('retrieveEndpoint', { params: { id } });
  collection.put(endpoint);
  return endpoint;
}

/** @throws RequestFailed */
export async function changeEndpoint(id: string, body: RequestOptions<'updateEndpoint'>['body']): Promise<void> {
  collection.put(await call('updateEndpoint', { params: { id }, body }));
}

/** @throws RequestFailed */
export async function removeEndpoint(id: string): Promise<void> {
  await call('deleteEndpoint', { params: { id } });
  collection.remove(id);
}
