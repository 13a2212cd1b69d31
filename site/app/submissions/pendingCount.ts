import { signal } from '@preact/signals';
import { call } from '../api/client.ts';

/** More are not counted. */
const COUNTED_MAX = 20;

const counts = signal<ReadonlyMap<string, { amount: number; isMore: boolean }>>(new Map());

/** The known number of an endpoint's submissions that wait for confirmation. */
export const pendingOf = (endpointId: string) => counts.value.get(endpointId) ?? { amount: 0, isMore: false };

/** @throws RequestFailed */
export async function countPending(endpointId: string, signal?: AbortSignal): Promise<void> {
  const request = { params: { endpointId }, query: { limit: COUNTED_MAX }, signal };
  const { submissions, _metadata } = await call('listPendingSubmissions', request);
  const count = { amount: submissions.length, isMore: !_metadata.done };
  counts.value = new Map(counts.peek()).set(endpointId, count);
}
