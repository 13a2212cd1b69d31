import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';

interface RowActionsProps<T> {
  of: T;
  /** Part of the buttons' accessible names. */
  name: string;
  /** By the labels of their buttons; the last one is dangerous. */
  dialogs: Record<string, ComponentType<{ of: T; onClose: () => void }>>;
}

/** The cell with a row's buttons, each of which opens its dialog. */
export function RowActions<T>({ of, name, dialogs }: RowActionsProps<T>) {
  const open = useSignal('');
  const labels = Object.keys(dialogs);
  const Dialog = dialogs[open.value];
  return (
    <td class="row-actions">
      {labels.map((label) => (
        <button
          key={label}
          type="button"
          class={label === labels.at(-1) ? 'quiet is-danger' : 'quiet'}
          aria-label={`${label} ${name}`}
          onClick={() => (open.value = label)}
        >
          {label}
        </button>
      ))}
      {Dialog && <Dialog of={of} onClose={() => (open.value = '')} />}
    </td>
  );
}
