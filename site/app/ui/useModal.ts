import { useLayoutEffect, useRef } from 'preact/hooks';

/** Opens a dialog while it is mounted, with the focus on its form's first field. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  // Opens before the next key is typed.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    // Browsers restore the focus only when the dialog is closed, not when it is removed.
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return dialog;
}
