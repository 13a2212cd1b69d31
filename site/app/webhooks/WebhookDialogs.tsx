import { useSignal } from '@preact/signals';
import type { Webhook } from '../../../shared/contract/schemas/webhook.ts';
import { shownUrl } from '../../../shared/contract/webhookFormats.ts';
import { TEXTS } from '../texts/texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { say } from '../ui/toasts.ts';
import { NewSecret } from './NewSecret.tsx';
import { removeWebhook, updateWebhook } from './webhooks.ts';

const { webhooks: texts } = TEXTS;
type DialogProps = { of: Webhook; onClose: () => void };

/** Creates a new secret and shows it once. */
export function RotateSecret({ of: { id }, onClose }: DialogProps) {
  const secret = useSignal<string | undefined>(undefined);
  if (secret.value !== undefined) return <NewSecret title={texts.rotated} secret={secret.value} onClose={onClose} />;
  const save = async () => {
    secret.value = await updateWebhook(id, { rotateSecret: true });
  };
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
    onClose();
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
