import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { TEXTS } from '../texts/texts.ts';
import { IconButton } from './IconButton.tsx';
import { useModal } from './useModal.ts';

interface DialogProps {
  title: string;
  /** Absent if the dialog cannot be dismissed. */
  onClose?: (() => void) | undefined;
  class?: string;
  children: ComponentChildren;
}

/** A modal dialog. Escape, a click outside and the close button close it, and focus returns to where it was. */
export function Dialog({ title, onClose, class: className = '', children }: DialogProps) {
  const titleId = useId();
  return (
    <dialog {...useModal(onClose)} class={className} aria-labelledby={titleId}>
      <div class="dialog-body">
        <header class="head">
          <h2 id={titleId}>{title}</h2>
          {onClose && <IconButton icon="close" label={TEXTS.close} onClick={onClose} />}
        </header>
        {children}
      </div>
    </dialog>
  );
}
