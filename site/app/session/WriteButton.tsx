import type { ComponentProps } from 'preact';
import type { Group } from '../../../shared/contract/choices.ts';
import { refusalOf } from './session.ts';

interface WriteButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'title'> {
  /** The group of the operation that it calls. */
  group: Group;
  disabled?: boolean;
  title?: string;
}

/** A button that needs a key and role that allow changes. */
export const WriteButton = ({ group, disabled = false, title, ...props }: WriteButtonProps) => (
  <button
    type="button"
    {...props}
    disabled={disabled || refusalOf(group) !== undefined}
    title={refusalOf(group) ?? title}
  />
);
