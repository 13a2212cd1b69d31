import { signal } from '@preact/signals';

type Overlay = 'palette' | 'help';

/** The dialog that is open over every view. */
export const overlay = signal<Overlay | undefined>();

/** Closes a dialog, not the one opened since: a browser reports that a dialog was closed only after further keys. */
export const closeOverlay = (which: Overlay): void => {
  if (overlay.peek() === which) overlay.value = undefined;
};
