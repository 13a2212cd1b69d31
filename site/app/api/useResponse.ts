import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isReachable } from './client.ts';
import { asFailure, type RequestFailed } from './requestFailed.ts';

/**
 * Reads from the API when the dependencies change, on `retry`, and once the API can be reached again after a failure. The previous response stays until the next one
 * arrives or fails; one that arrives after the next read began is dropped.
 * @param read throws RequestFailed
 * @param about the dependencies of `read`
 */
export function useResponse<T>(read: (signal: AbortSignal) => Promise<T>, about: readonly unknown[]) {
  const response = useSignal<T | undefined>(undefined);
  const failure = useSignal<RequestFailed | undefined>(undefined);
  /** True if the response is not yet that of the dependencies. */
  const isReading = useSignal(true);
  const current = useRef(new AbortController());
  // A retry may be called from a function of an earlier render.
  const latest = useRef(read);
  latest.current = read;

  const run = async (isNew: boolean) => {
    current.current.abort();
    current.current = new AbortController();
    const { signal } = current.current;
    isReading.value = true;
    try {
      const next = await latest.current(signal);
      if (signal.aborted) return;
      response.value = next;
      failure.value = undefined;
    } catch (error) {
      if (signal.aborted) return;
      failure.value = asFailure(error);
      if (isNew) response.value = undefined;
    }
    isReading.value = false;
  };

  /**
   * Reads a continuation of the response.
   * @throws RequestFailed
   */
  const readOn = async (next: (former: T, signal: AbortSignal) => Promise<T>, join: (former: T, next: T) => T) => {
    const { signal } = current.current;
    if (response.peek() === undefined || isReading.peek()) return;
    try {
      const more = await next(response.peek() as T, signal);
      if (!signal.aborted) response.value = join(response.peek() as T, more);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };

  useSignalEffect(() => {
    if (isReachable.value && failure.peek()?.status === undefined && failure.peek()) void run(false);
  });
  useEffect(() => {
    void run(true);
    return () => current.current.abort();
  }, about);
  return { response, failure: failure.value, isReading: isReading.value, retry: () => void run(false), readOn };
}
