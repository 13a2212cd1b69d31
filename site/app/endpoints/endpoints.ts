import { signal } from '@preact/signals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { call, type RequestOptions } from '../api/client.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';

/** The workspace's endpoints, oldest first; undefined until they are loaded. */
export const endpoints = signal<readonly Endpoint[] | undefined>();
export const endpointsFailure = signal<RequestFailed | undefined>();

/** Reads all pages of the list. */
export async function readEndpoints(): Promise<void> {
  try {
    const all: Endpoint[] = [];
    for (let page = 1, totalPages = 1; page <= totalPages; page++) {
      const answer = await call('listEndpoints', { query: { page } });
      all.push(...answer.endpoints);
      totalPages = answer._metadata.totalPages;
    }
    endpoints.value = all;
    endpointsFailure.value = undefined;
  } catch (error) {
    endpointsFailure.value = asFailure(error);
  }
}

export const endpointWith = (id: string): Endpoint | undefined =>
  endpoints.value?.find((endpoint) => endpoint.id === id);

/** @throws RequestFailed */
export async function addEndpoint(body: RequestOptions<'createEndpoint'>['body']): Promise<Endpoint> {
  const endpoint = await call('createEndpoint', { body });
  endpoints.value = [...(endpoints.peek() ?? []), endpoint];
  return endpoint;
}

/** @throws RequestFailed */
export async function changeEndpoint(id: string, body: RequestOptions<'updateEndpoint'>['body']): Promise<void> {
  const changed = await call('updateEndpoint', { params: { id }, body });
  endpoints.value = endpoints.peek()?.map((endpoint) => (endpoint.id === id ? changed : endpoint));
}

/** @throws RequestFailed */
export async function removeEndpoint(id: string): Promise<void> {
  await call('deleteEndpoint', { params: { id } });
  endpoints.value = endpoints.peek()?.filter((endpoint) => endpoint.id !== id);
}
