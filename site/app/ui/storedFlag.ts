import { effect, type Signal, signal } from '@preact/signals';
import { deviceStorage } from './browserStorage.ts';

/** A flag kept on the device. */
export function storedFlag(name: string, fallback: boolean): Signal<boolean> {
  const value = signal((deviceStorage.getItem(name) ?? String(fallback)) === 'true');
  effect(() => deviceStorage.setItem(name, String(value.value)));
  return value;
}
