import { type Signal, useSignal, useSignalEffect } from '@preact/signals';

/**
 * What is being typed into a form. A reload keeps it; `forget` once it is saved or given up.
 * @param name of the form, and of what it is about
 */
export function useDraft<T extends object>(name: string, initial: T): { draft: Signal<T>; forget: () => void } {
  const storedAs = `forms-draft-${name}`;
  const draft = useSignal<T>({ ...initial, ...JSON.parse(sessionStorage.getItem(storedAs) ?? '{}') });
  useSignalEffect(() => {
    if (JSON.stringify(draft.value) === JSON.stringify(initial)) sessionStorage.removeItem(storedAs);
    else sessionStorage.setItem(storedAs, JSON.stringify(draft.value));
  });
  return { draft, forget: () => sessionStorage.removeItem(storedAs) };
}
