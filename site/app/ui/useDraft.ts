import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { tabStorage } from './browserStorage.ts';
import { type Changes, changedElsewhere, differing, UNCHANGED, withChanges } from './unsavedChanges.ts';

/** An unsaved form. */
export interface Draft<T> {
  /** The stored values, with the changes. */
  value: T;
  isChanged: boolean;
  set: (values: Partial<T>) => void;
  discard: () => void;
  /** The value now, also in a function of an earlier render. */
  latest: () => T;
  /**
   * The changes of this render on top of the stored values.
   * @throws RequestFailed once if a changed field was changed elsewhere too
   */
  onto: (now: T) => T;
  /** Drops the changes that `onto` returned last, but not later ones. */
  saved: (now: T) => void;
}

interface DraftOptions {
  /** Fields that are not kept. */
  secrets?: readonly string[];
  /** Names of the fields in messages. */
  labels?: Record<string, unknown>;
}

/**
 * Keeps the unsaved changes of a form in the tab.
 * @param name of the form and its subject
 * @param stored the stored values, as far as known
 */
export function useDraft<T extends object>(
  name: string,
  stored: T,
  { secrets = [], labels = {} }: DraftOptions = {},
): Draft<T> {
  const storedAs = `forms-changes-${name}`;
  const changes = useSignal<Changes<T>>(JSON.parse(tabStorage.getItem(storedAs) ?? 'null') ?? UNCHANGED);
  const keep = (next: Changes<T>) => {
    changes.value = next;
    const withoutSecrets = (field: string, value: unknown) => (secrets.includes(field) ? undefined : value);
    if (Object.keys(next.to).length === 0) tabStorage.removeItem(storedAs);
    else tabStorage.setItem(storedAs, JSON.stringify(next, withoutSecrets));
  };
  const shown = changes.value;
  const sent = useRef<Partial<T>>({});
  const onto = (now: T) => {
    const fields = changedElsewhere(shown, now);
    sent.current = shown.to;
    if (fields.length === 0) return { ...now, ...shown.to };
    keep(withChanges<T>(UNCHANGED, now, changes.peek().to));
    throw new RequestFailed({
      message: TEXTS.changedElsewhere(fields.map((field) => labels[field] ?? field).join(', ')),
    });
  };
  return {
    value: { ...stored, ...shown.to },
    isChanged: Object.keys(differing(shown.to, stored)).length > 0,
    set: (values) => keep(withChanges(changes.peek(), stored, values)),
    discard: () => keep(UNCHANGED),
    latest: () => ({ ...stored, ...changes.peek().to }),
    onto,
    saved: (now) => keep(withChanges<T>(UNCHANGED, now, differing(changes.peek().to, sent.current))),
  };
}
