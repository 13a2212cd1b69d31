import type { ComponentChildren } from 'preact';
import { Icon } from './Icon.tsx';

/** A warning. */
export const Notice = ({ children }: { children: ComponentChildren }) => (
  <p class="notice">
    <Icon name="warning" />
    <span>{children}</span>
  </p>
);
