import { TEXTS } from '../texts/texts.ts';
import { Copy } from './Copy.tsx';
import { Dialog } from './Dialog.tsx';

interface SecretDialogProps {
  title: string;
  secret: string;
  /** The copy button's accessible name. */
  what: string;
  hint?: string | undefined;
  onClose: () => void;
}

/** Shows a secret once; only its button closes it. */
export const SecretDialog = ({ title, secret, what, hint, onClose }: SecretDialogProps) => (
  <Dialog title={title}>
    <p>{TEXTS.shownOnce}</p>
    <p class="secret box apart">
      <code>{secret}</code>
      <Copy class="quiet" text={secret} what={what} label={TEXTS.copy} />
    </p>
    {hint && <p class="small soft">{hint}</p>}
    <div class="dialog-actions cluster">
      <button type="button" onClick={onClose}>
        {TEXTS.secretCopied}
      </button>
    </div>
  </Dialog>
);
