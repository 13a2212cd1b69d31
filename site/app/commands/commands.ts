import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { mayWrite } from '../session/session.ts';
import { storedFlag } from '../ui/storedFlag.ts';

/** Something that people can do by a key, or find in the palette. */
export interface Command {
  id: string;
  title: string;
  group: string;
  /** As `KeyboardEvent.key` names it; `g i` is one after the other, `Mod+k` goes with Ctrl or Cmd. */
  keys?: string;
  /** Whether it needs a key that may write. */
  needsWrite?: boolean;
  run: () => void;
}

const registered = signal<readonly (readonly Command[])[]>([]);

/** Everything that can be done on this screen with this key. */
export const availableCommands = (): Command[] =>
  registered.value.flat().filter(({ needsWrite = false }) => !needsWrite || mayWrite.value);

/** Offers commands as long as a component is on the screen. */
export function useCommands(commands: readonly Command[]): void {
  // Before the next key: an effect of `useEffect` may come a moment after what is on the screen.
  useLayoutEffect(() => {
    registered.value = [...registered.peek(), commands];
    return () => {
      registered.value = registered.peek().filter((each) => each !== commands);
    };
  });
}

/** Whether single keys do something; people who dictate switch that off. */
export const areKeysOn = storedFlag('forms-keys', true);

/** How a key is written on a screen. */
export const shownKeys = (keys: string): string[] =>
  keys.split(' ').map((key) => {
    if (key.startsWith('Mod+')) return `${isApple ? '⌘' : 'Ctrl '}${key.slice(4).toUpperCase()}`;
    return /^[A-Z]$/.test(key) ? `⇧${key}` : key;
  });

const isApple = /Mac|iP(?:hone|ad)/.test(navigator.platform);
