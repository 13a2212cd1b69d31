import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { type Changes, changed, changedElsewhere, remaining, since, withChanges } from './changes.ts';

/** An unsaved form. */
export interface Draft<T> {
  /** What is stored, with the changes. */
  value: T;
  isChanged: boolean;
  set: (values: Partial<T>) => void;
  discard: () => void;
  /** The value now, also in a function of an earlier render. */
  latest: () => T;
  /**
   * The changes of this render on top of what is stored now.
   * @throws RequestFailed once if a changed field was changed elsewhere too
   */
  onto: (now: T) => T;
  /** Drops the changes that `onto` returned last, but not later ones. */
  saved: (now: T) => void;
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
  const shown = changes.value;
  const sent = useRef<Changes<T>>({});
  const onto = (now: T) => {
    const names = changedElsewhere(shown, now);
    sent.current = shown;
    if (names.length === 0) return changed(now, shown);
    keep(withChanges({}, now, changed(now, changes.peek())));
    const labelled = names.map((field) => labels[String(field)] ?? field);
    throw new RequestFailed({ message: TEXTS.changedElsewhere(labelled.join(', ')) });
  };
  return {
    value: changed(stored, shown),
    isChanged: Object.keys(remaining(shown, stored)).length > 0,
    set: (values) => keep(withChanges(changes.peek(), stored, values)),
    discard: () => keep({}),
    latest: () => changed(stored, changes.peek()),
    onto,
    saved: (now) => keep(since(changes.peek(), sent.current, now)),
  };
}
