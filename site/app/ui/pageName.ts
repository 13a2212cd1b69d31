import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** What the view on the screen is about: part of the window's title. */
export const pageName = signal('');

export function usePageName(name: string): void {
  useEffect(() => {
    pageName.value = name;
  }, [name]);
}
