import type { ComponentChildren } from 'preact';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from './Icon.tsx';

/** A warning. */
export const Notice = ({ children }: { children: ComponentChildren }) => (
  <p class="notice">
    <Icon name="warning" />
    <span>{children}</span>
  </p>
);

/** Items that a list lacks because the API could not read them. */
export const Unreadable = ({ ids = [] }: { ids: readonly string[] | undefined }) =>
  ids.length > 0 ? <Notice>{TEXTS.unreadable(ids)}</Notice> : null;
