import { signal } from '@preact/signals';
import type { Target } from '../submissions/triage.ts';

/** The submissions selected for the next action, which may be more than are shown. */
export const selected = signal<ReadonlyMap<string, Target>>(new Map());

/** The row that keys move and act on. */
export const cursor = signal<string | undefined>();

export function toggle(target: Target): void {
  const next = new Map(selected.peek());
  if (!next.delete(target.id)) next.set(target.id, target);
  selected.value = next;
}

export function select(targets: readonly Target[]): void {
  selected.value = new Map([...selected.peek(), ...targets.map((target) => [target.id, target] as const)]);
}

export function clearSelection(): void {
  if (selected.peek().size > 0) selected.value = new Map();
}
