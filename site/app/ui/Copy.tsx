import { useSignal } from '@preact/signals';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from './Icon.tsx';
import { say } from './toasts.ts';

interface CopyProps {
  text: string | (() => string);
  /** What is copied, for those who do not see where the button stands. */
  what: string;
  label?: string;
  class?: string;
}

/** For how long a button says that it copied. */
const COPIED_MS = 1_600;

/** Copies a text. */
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
