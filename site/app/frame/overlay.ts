import { signal } from '@preact/signals';

/** The dialog that is open over every view. */
export const overlay = signal<'palette' | 'help' | undefined>();

export const closeOverlay = (): void => {
  overlay.value = undefined;
};
