import { effect, type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Keeps an unsaved form across reloads; `forget` removes it.
 * @param name of the form and its subject
 */
export function useDraft<T extends object>(name: string, initial: T): { draft: Signal<T>; forget: () => void } {
  const storedAs = `forms-draft-${name}`;
  const draft = useSignal<T>({ ...initial, ...JSON.parse(sessionStorage.getItem(storedAs) ?? '{}') });
  // Stores each change synchronously: `useSignalEffect` would wait for a frame, during which a reload may happen.
  useLayoutEffect(
    () =>
      effect(() => {
        if (JSON.stringify(draft.value) === JSON.stringify(initial)) sessionStorage.removeItem(storedAs);
        else sessionStorage.setItem(storedAs, JSON.stringify(draft.value));
      }),
    [storedAs],
  );
  return { draft, forget: () => sessionStorage.removeItem(storedAs) };
}
