import type { ComponentProps } from 'preact';
import { Icon } from './Icon.tsx';
import type { ControlIcon } from './iconPaths.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'icon' | 'label' | 'class'> {
  icon: ControlIcon;
  label: string;
  class?: string;
}

/** A button with an icon and an accessible name, which is also its tooltip. */
export const IconButton = ({ icon, label, class: className = '', ...props }: IconButtonProps) => (
  <button type="button" class={`icon-button ${className}`.trim()} aria-label={label} title={label} {...props}>
    <Icon name={icon} />
  </button>
);
