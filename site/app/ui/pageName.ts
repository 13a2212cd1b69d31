import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The current view's part of the window's title. */
export const pageName = signal('');

export function usePageName(name: string): void {
  useEffect(() => {
    pageName.value = name;
  }, [name]);
}
