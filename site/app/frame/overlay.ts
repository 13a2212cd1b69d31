import { signal } from '@preact/signals';

type Overlay = 'palette' | 'help';

/** The dialog that is open over every view. */
export const overlay = signal<Overlay | undefined>();

export const closeOverlay = (): void => {
  overlay.value = undefined;
};
