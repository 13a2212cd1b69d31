import type { ComponentProps } from 'preact';
import { TEXTS } from '../texts/texts.ts';
import { mayWrite } from './session.ts';

interface WriteButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'title'> {
  disabled?: boolean;
  title?: string;
}

/** A button that needs a key with the permission to write. */
export const WriteButton = ({ disabled = false, title, ...props }: WriteButtonProps) => (
  <button
    type="button"
    {...props}
    disabled={disabled || !mayWrite.value}
    title={mayWrite.value ? title : TEXTS.needsWrite}
  />
);
