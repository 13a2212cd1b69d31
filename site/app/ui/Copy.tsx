import { useSignal } from '@preact/signals';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from './Icon.tsx';
import { say } from './toasts.ts';

interface CopyProps {
  text: string | (() => string);
  /** The button's accessible name. */
  what: string;
  label?: string;
  class?: string;
}

const COPIED_MS = 1_600;

/** A button that copies a text. */
export function Copy({ text, what, label, class: className = 'icon-button' }: CopyProps) {
  const isCopied = useSignal(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      isCopied.value = true;
      setTimeout(() => (isCopied.value = false), COPIED_MS);
    } catch {
      say(TEXTS.copyFailed, { isProblem: true });
    }
  }
  return (
    <button
      type="button"
      class={className}
      aria-label={label ? undefined : `${TEXTS.copy} ${what}`}
      title={`${TEXTS.copy} ${what}`}
      onClick={copy}
    >
      <Icon name={isCopied.value ? 'check' : 'copy'} />
      {label && <span>{isCopied.value ? TEXTS.copied : label}</span>}
      {!label && isCopied.value && (
        <span class="said" role="status">
          {TEXTS.copied}
        </span>
      )}
    </button>
  );
}
