import { effect, type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/**
 * What is being typed into a form. A reload keeps it; `forget` once it is saved or given up.
 * @param name of the form, and of what it is about
 */
export function useDraft<T extends object>(name: string, initial: T): { draft: Signal<T>; forget: () => void } {
  const storedAs = `forms-draft-${name}`;
  const draft = useSignal<T>({ ...initial, ...JSON.parse(sessionStorage.getItem(storedAs) ?? '{}') });
  // Stored with each change at once: `useSignalEffect` would wait for a frame, and a reload may be faster.
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
