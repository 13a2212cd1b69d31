import { signal } from '@preact/signals';

export const overlay = signal<'palette' | 'help' | undefined>();

export const openOverlay = (which: 'palette' | 'help'): void => {
  overlay.value = which;
};

export const closeOverlay = (): void => {
  overlay.value = undefined;
};
