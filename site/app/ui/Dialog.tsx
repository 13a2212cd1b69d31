import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from './Icon.tsx';

interface DialogProps {
  title: string;
  /** Absent if the dialog cannot be dismissed. */
  onClose?: (() => void) | undefined;
  class?: string;
  children: ComponentChildren;
}

/** A modal dialog. Escape, a click outside and the close button close it, and focus returns to where it was. */
export function Dialog({ title, onClose, class: className = '', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
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
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      class={className}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={({ target }) => target === dialog.current && onClose?.()}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={titleId}>{title}</h2>
          {onClose && (
            <button type="button" class="icon-button" aria-label={TEXTS.close} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
