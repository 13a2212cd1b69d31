import { useSignal } from '@preact/signals';
import { RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { type Changes, changed, changedElsewhere, remaining, withChanges } from './changes.ts';

/** An unsaved form. */
export interface Draft<T> {
  /** What is stored, with the changes. */
  value: T;
  isChanged: boolean;
  set: (values: Partial<T>) => void;
  discard: () => void;
  /**
   * The changes on top of what is stored now.
   * @throws RequestFailed once if a changed field was changed elsewhere too
   */
  onto: (now: T) => T;
}

interface DraftOptions<T> {
  /** Fields that are not kept. */
  secrets?: readonly (keyof T)[];
  /** How messages name the fields. */
  labels?: Record<string, unknown>;
}

/**
 * Keeps the unsaved changes of a form in the tab.
 * @param name of the form and its subject
 * @param stored what is stored, as far as it is known
 */
export function useDraft<T extends object>(
  name: string,
  stored: T,
  { secrets = [], labels = {} }: DraftOptions<T> = {},
): Draft<T> {
  const storedAs = `forms-changes-${name}`;
  const changes = useSignal<Changes<T>>(JSON.parse(sessionStorage.getItem(storedAs) ?? '{}'));
  const keep = (next: Changes<T>) => {
    changes.value = next;
    const kept = Object.entries(next).filter(([field]) => !secrets.includes(field as keyof T));
    if (kept.length > 0) sessionStorage.setItem(storedAs, JSON.stringify(Object.fromEntries(kept)));
    else sessionStorage.removeItem(storedAs);
  };
  const onto = (now: T) => {
    const names = changedElsewhere(changes.peek(), now);
    if (names.length === 0) return changed(now, changes.peek());
    const values = changed(now, changes.peek());
    keep(withChanges({}, now, values));
    const labelled = names.map((field) => labels[String(field)] ?? field);
    throw new RequestFailed({ message: TEXTS.changedElsewhere(labelled.join(', ')) });
  };
  return {
    value: changed(stored, changes.value),
    isChanged: Object.keys(remaining(changes.value, stored)).length > 0,
    set: (values) => keep(withChanges(changes.peek(), stored, values)),
    discard: () => keep({}),
    onto,
  };
}
