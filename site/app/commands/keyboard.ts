import { areKeysOn, availableCommands } from './commands.ts';

/** The time within which the second key of a sequence must follow. */
const SEQUENCE_MS = 1_200;

let first = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Runs commands by their keys, except while typing or behind a dialog. */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const isModified = event.ctrlKey || event.metaKey;
    if (document.querySelector('dialog[open]') || (!isModified && (!areKeysOn.peek() || isTyping(event.target))))
      return;
    // On a focused control the key keeps its usual function.
    if (event.key === 'Enter' && event.target instanceof Element && event.target.matches('a, button, input, summary'))
      return;
    const key = isModified ? `Mod+${event.key.toLowerCase()}` : withoutCapsLock(event);
    const keys = first ? `${first} ${key}` : key;
    remember('');
    const commands = availableCommands();
    const command = commands.find((each) => each.keys === keys);
    if (command) {
      event.preventDefault();
      command.run();
    } else if (commands.some((each) => each.keys?.startsWith(`${key} `))) remember(key);
  });
}

const withoutCapsLock = ({ key, shiftKey }: KeyboardEvent): string => {
  if (!/^\p{L}$/u.test(key)) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
};

function remember(key: string): void {
  first = key;
  clearTimeout(timer);
  if (key) timer = setTimeout(() => remember(''), SEQUENCE_MS);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]');
