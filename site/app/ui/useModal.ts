import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Opens a dialog while it is mounted, with the focus on its form's first field.
 * @param onClose Escape and a click outside ask for it; without it, nothing closes the dialog
 * @returns its attributes
 */
export function useModal(onClose?: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget | null>(null);
  // Opens before the next key is typed.
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    opened?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    // Browsers restore the focus when a dialog is closed, but not when it is removed.
    return () => opened?.close();
  }, []);
  return {
    ref: dialog,
    onCancel: (event: Event) => {
      event.preventDefault();
      onClose?.();
    },
    // The next Escape would close it, and a dialog below, without asking.
    onKeyDown: (event: KeyboardEvent) => !onClose && event.key === 'Escape' && event.preventDefault(),
    // Some browsers close it on a second Escape.
    onClose: () => dialog.current && (onClose ? onClose() : dialog.current.showModal()),
    onMouseDown: ({ target }: Event) => {
      pressed.current = target;
    },
    // A selection of text may end outside.
    onClick: ({ target }: Event) => target === dialog.current && target === pressed.current && onClose?.(),
  };
}
