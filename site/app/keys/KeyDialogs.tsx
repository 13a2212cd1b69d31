import { useSignal } from '@preact/signals';
import type { Key } from '../../../shared/contract/schemas/keys/key.ts';
import { session, signOut } from '../session/session.ts';
import { finishDeletions } from '../submissions/triage.ts';
import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { showSecret } from '../ui/SecretDialog.tsx';
import { say } from '../ui/toasts.ts';
import { useDraft } from '../ui/useDraft.ts';
import { addKey, changeKey, revokeKey } from './keys.ts';

const { keys: texts } = TEXTS;
type Close = { onClose: () => void };

/** Creates a key and shows it once. */
export function CreateKey({ onClose }: Close) {
  const { value, set, discard } = useDraft('key', { name: '', expiresAt: '90-days' });
  const { name, expiresAt } = value;
  const save = async () => {
    showSecret({ title: texts.created, secret: await addKey(name.trim(), expiresAt), what: texts.secret });
    discard();
  };
  return (
    <FormDialog title={texts.create} submit={texts.create} save={save} onClose={onClose}>
      {(problems) => (
        <>
          <Field
            name="key-name"
            label={texts.name}
            hint={texts.nameHint}
            value={name}
            problem={problems.name}
            onInput={(text) => set({ name: text })}
          />
          <Field
            name="expires"
            label={texts.expires}
            options={texts.lifetime}
            value={expiresAt}
            onInput={(lifetime) => set({ expiresAt: lifetime })}
          />
          <p class="small soft">{texts.sameRights}</p>
        </>
      )}
    </FormDialog>
  );
}

const UNCHANGED = '';

/** Renames a key or extends its expiry. */
export function ChangeKey({ of: key, onClose }: Close & { of: Key }) {
  const name = useSignal(key.name);
  const expiresAt = useSignal(UNCHANGED);
  const save = async () => {
    const isRenamed = name.value.trim() !== key.name;
    const changes = {
      ...(isRenamed && { name: name.value.trim() }),
      ...(expiresAt.value !== UNCHANGED && { expiresAt: expiresAt.value }),
    };
    if (Object.keys(changes).length > 0) await changeKey(key.id, changes);
    say(TEXTS.saved);
  };
  return (
    <FormDialog title={texts.changeTitle} submit={TEXTS.save} save={save} onClose={onClose}>
      {(problems) => (
        <>
          <Field
            name="key-name"
            label={texts.name}
            value={name.value}
            problem={problems.name}
            onInput={(text) => (name.value = text)}
          />
          <Field
            name="expires"
            label={texts.expires}
            options={{ [UNCHANGED]: texts.unchanged, ...texts.lifetime }}
            value={expiresAt.value}
            onInput={(value) => (expiresAt.value = value)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Revokes a key. */
export function RevokeKey({ of: key, onClose }: Close & { of: Key }) {
  const isOwn = key.id === session.value?.keyId;
  const save = async () => {
    if (isOwn) await finishDeletions();
    await revokeKey(key.id);
    if (isOwn) return signOut();
    say(texts.revoked(key.name));
  };
  return (
    <FormDialog title={texts.revokeTitle(key.name)} submit={texts.revoke} isDangerous save={save} onClose={onClose}>
      <p>{isOwn ? texts.revokeOwnText : texts.revokeText}</p>
    </FormDialog>
  );
}
