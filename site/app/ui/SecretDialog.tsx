import { signal } from '@preact/signals';
import { TEXTS } from '../texts/texts.ts';
import { Copy } from './Copy.tsx';
import { Dialog } from './Dialog.tsx';

interface Secret {
  title: string;
  secret: string;
  /** The copy button's accessible name. */
  what: string;
  hint?: string;
}

const secrets = signal<readonly Secret[]>([]);

/** Shows a secret once, also after its form was closed. */
export function showSecret(secret: Secret): void {
  // After the form has restored the focus.
  setTimeout(() => {
    secrets.value = [...secrets.peek(), secret];
  });
}

/** The first secret to show; only its button closes it. */
export function SecretDialog() {
  const [first] = secrets.value;
  if (!first) return null;
  const { title, secret, what, hint } = first;
  return (
    <Dialog key={secret} title={title}>
      <p>{TEXTS.shownOnce}</p>
      <p class="secret box apart">
        <code>{secret}</code>
        <Copy class="quiet" text={secret} what={what} label={TEXTS.copy} />
      </p>
      {hint && <p class="small soft">{hint}</p>}
      <div class="dialog-actions cluster">
        {/* Forms that were sent again before the response have the same one. */}
        <button type="button" onClick={() => (secrets.value = secrets.value.filter((each) => each.secret !== secret))}>
          {TEXTS.secretCopied}
        </button>
      </div>
    </Dialog>
  );
}
