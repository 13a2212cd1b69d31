import { TEXTS } from '../texts/texts.ts';
import { SecretDialog } from '../ui/SecretDialog.tsx';

interface NewSecretProps {
  title: string;
  secret: string;
  onClose: () => void;
}

/** Shows a new secret, and how to verify requests with it. */
export const NewSecret = ({ title, secret, onClose }: NewSecretProps) => (
  <SecretDialog
    title={title}
    secret={secret}
    what={TEXTS.webhooks.secret}
    hint={TEXTS.webhooks.verify}
    onClose={onClose}
  />
);
