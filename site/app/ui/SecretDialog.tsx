import { TEXTS } from '../texts/texts.ts';
import { Copy } from './Copy.tsx';
import { Dialog } from './Dialog.tsx';

interface SecretDialogProps {
  title: string;
  secret: string;
  /** What it is the secret of, for those who do not see where the button stands. */
  what: string;
  hint?: string | undefined;
  onClose: () => void;
}

/** Shows a secret, this once: it closes only by its button. */
export const SecretDialog = ({ title, secret, what, hint, onClose }: SecretDialogProps) => (
  <Dialog title={title}>
    <p>{TEXTS.shownOnce}</p>
    <p class="secret">
      <code>{secret}</code>
      <Copy class="quiet" text={secret} what={what} label={TEXTS.copy} />
    </p>
    {hint && <p class="small soft">{hint}</p>}
    <div class="dialog-actions">
      <button type="button" onClick={onClose}>
        {TEXTS.secretCopied}
      </button>
    </div>
  </Dialog>
);
