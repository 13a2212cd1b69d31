import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { asFailure, isCancelled, type RequestFailed } from './requestFailed.ts';

/**
 * Reads from the API when the dependencies change and on `retry`. The previous response stays until the next one
 * arrives.
 * @param read throws RequestFailed
 * @param about the dependencies of `read`
 */
export function useResponse<T>(read: (signal?: AbortSignal) => Promise<T>, about: readonly unknown[]) {
  const answer = useSignal<T | undefined>(undefined);
  const failure = useSignal<RequestFailed | undefined>(undefined);
  const run = async (signal?: AbortSignal) => {
    try {
      answer.value = await read(signal);
      failure.value = undefined;
    } catch (error) {
      if (!isCancelled(error)) failure.value = asFailure(error);
    }
  };
  useEffect(() => {
    const abort = new AbortController();
    void run(abort.signal);
    return () => abort.abort();
  }, about);
  return { answer, failure: failure.value, retry: () => void run() };
}
