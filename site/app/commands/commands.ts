import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Group } from '../../../shared/contract/choices.ts';
import { mayChange } from '../session/session.ts';
import { storedFlag } from '../ui/storedFlag.ts';

/** An action that has a key or is listed in the palette. */
export interface Command {
  id: string;
  title: string;
  group: string;
  /** Keys named as in `KeyboardEvent.key`; `g i` is a sequence, `Mod+k` means Ctrl or Cmd. */
  keys?: string;
  /** The group of operations whose changes it needs. */
  changes?: Group | undefined;
  run: () => void;
}

const registered = signal<readonly (readonly Command[])[]>([]);

/** The commands available on this screen with this key and role. */
export const availableCommands = (): Command[] =>
  registered.value.flat().filter(({ changes }) => !changes || mayChange(changes));

/** Registers commands while a component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  // Synchronously, before the next key press: `useEffect` may run later.
  useLayoutEffect(() => {
    registered.value = [...registered.peek(), commands];
    return () => {
      registered.value = registered.peek().filter((each) => each !== commands);
    };
  });
}

/** True if single-key shortcuts are on; people who dictate switch them off. */
export const areKeysOn = storedFlag('forms-keys', true);

/** A shortcut as text for people. */
export const shownKeys = (keys: string): string[] =>
  keys.split(' ').map((key) => {
    if (key.startsWith('Mod+')) return `${isApple ? '⌘' : 'Ctrl '}${key.slice(4).toUpperCase()}`;
    return /^[A-Z]$/.test(key) ? `⇧${key}` : key;
  });

const isApple = /Mac|iP(?:hone|ad)/.test(navigator.platform);
