import { effect, type Signal, signal } from '@preact/signals';

/** A flag kept on the device. */
export function storedFlag(name: string, fallback: boolean): Signal<boolean> {
  const value = signal((localStorage.getItem(name) ?? String(fallback)) === 'true');
  effect(() => localStorage.setItem(name, String(value.value)));
  return value;
}
