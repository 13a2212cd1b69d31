import type { Webhook } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { shownUrl } from '../../../shared/contract/webhookFormats.ts';
import { TEXTS } from '../texts/texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { showSecret } from '../ui/SecretDialog.tsx';
import { say } from '../ui/toasts.ts';
import { removeWebhook, updateWebhook } from './webhooks.ts';

const { webhooks: texts } = TEXTS;
type DialogProps = { of: Webhook; onClose: () => void };

/** Shows a new secret, and how to verify requests with it. */
export const showWebhookSecret = (title: string, secret: string): void =>
  showSecret({ title, secret, what: texts.secret, hint: texts.verify });

/** Creates a new secret and shows it once. */
export function RotateSecret({ of: { id }, onClose }: DialogProps) {
  const save = async () => showWebhookSecret(texts.rotated, await updateWebhook(id, { rotateSecret: true }));
  return (
    <FormDialog title={texts.rotateTitle} submit={texts.rotate} save={save} onClose={onClose}>
      <p>{texts.rotateText}</p>
    </FormDialog>
  );
}

/** Asks before removing a webhook. */
export function DeleteWebhook({ of: { id, url, format }, onClose }: DialogProps) {
  const save = async () => {
    await removeWebhook(id);
    say(texts.deleted);
  };
  return (
    <FormDialog title={texts.deleteTitle} submit={texts.delete} isDangerous save={save} onClose={onClose}>
      <p>
        <code>{shownUrl(url, format)}</code>
      </p>
      <p>{texts.deleteText}</p>
    </FormDialog>
  );
}
