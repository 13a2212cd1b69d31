import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type Key, KeyUpdate } from '../../../shared/contract/schemas/key.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { session, signOut } from '../session/session.ts';
import { TEXTS } from '../texts/texts.ts';
import { Copy } from '../ui/Copy.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Problem } from '../ui/Problem.tsx';
import { say } from '../ui/toasts.ts';
import { useDraft } from '../ui/useDraft.ts';
import { addKey, changeKey, revokeKey } from './keys.ts';

const { keys: texts } = TEXTS;
type Close = { onClose: () => void };

/** Makes a key, and shows its secret this once. */
export function CreateKey({ onClose }: Close) {
  const { draft, forget } = useDraft('key', { name: '', expiresAt: '90-days' });
  const secret = useSignal<string | undefined>(undefined);
  const { name, expiresAt } = draft.value;
  if (secret.value !== undefined) return <ShowSecret secret={secret.value} onClose={onClose} />;
  const save = async () => {
    secret.value = await addKey(name.trim(), expiresAt);
    forget();
  };
  return (
    <KeyForm title={texts.create} submit={texts.create} problem={problemOf(name)} save={save} onClose={onClose}>
      <Field
        name="key-name"
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        onInput={(text) => (draft.value = { ...draft.value, name: text })}
      />
      <Lifetime value={expiresAt} onChange={(value) => (draft.value = { ...draft.value, expiresAt: value })} />
      <p class="small soft">{texts.sameRights}</p>
    </KeyForm>
  );
}

const ShowSecret = ({ secret, onClose }: Close & { secret: string }) => (
  <Dialog title={texts.created}>
    <p>{texts.shownOnce}</p>
    <p class="secret">
      <code>{secret}</code>
      <Copy class="quiet" text={secret} what={texts.secret} label={TEXTS.copy} />
    </p>
    <div class="dialog-actions">
      <button type="button" onClick={onClose}>
        {texts.copied}
      </button>
    </div>
  </Dialog>
);

const UNCHANGED = '';

/** Gives a key another name, or more time. */
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
    say(texts.saved);
    onClose();
  };
  return (
    <KeyForm
      title={texts.changeTitle}
      submit={TEXTS.form.save}
      problem={problemOf(name.value)}
      save={save}
      onClose={onClose}
    >
      <Field name="key-name" label={texts.name} value={name.value} onInput={(text) => (name.value = text)} />
      <Lifetime value={expiresAt.value} mayStay onChange={(value) => (expiresAt.value = value)} />
    </KeyForm>
  );
}

/** Refuses a key from now on. */
export function RevokeKey({ of: key, onClose }: Close & { of: Key }) {
  const isOwn = key.id === session.value?.keyId;
  const save = async () => {
    await revokeKey(key.id);
    if (isOwn) return signOut();
    say(texts.revoked(key.name));
    onClose();
  };
  return (
    <KeyForm title={texts.revokeTitle(key.name)} submit={texts.revoke} isDangerous save={save} onClose={onClose}>
      <p>{isOwn ? texts.revokeOwnText : texts.revokeText}</p>
    </KeyForm>
  );
}

const LIFETIMES = ['7-days', '30-days', '90-days', '1-year', 'never'] as const;

interface LifetimeProps {
  value: string;
  /** Whether it may stay as it is. */
  mayStay?: boolean;
  onChange: (value: string) => void;
}

const Lifetime = ({ value, mayStay = false, onChange }: LifetimeProps) => (
  <label class="field-box">
    {texts.expires}
    <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {mayStay && <option value={UNCHANGED}>{texts.unchanged}</option>}
      {LIFETIMES.map((label) => (
        <option key={label} value={label}>
          {texts.lifetime[label]}
        </option>
      ))}
    </select>
  </label>
);

/** What the contract says against a name. */
const problemOf = (name: string): string | undefined =>
  KeyUpdate.safeParse({ name: name.trim() }).error?.issues[0]?.message;

interface KeyFormProps extends Close {
  title: string;
  submit: string;
  problem?: string | undefined;
  isDangerous?: boolean;
  save: () => Promise<unknown>;
  children: ComponentChildren;
}

function KeyForm({ title, submit, problem, isDangerous = false, save, onClose, children }: KeyFormProps) {
  const failure = useSignal<RequestFailed | undefined>(undefined);
  const isTried = useSignal(false);
  const isBusy = useSignal(false);
  async function run() {
    isTried.value = true;
    if (problem) return;
    isBusy.value = true;
    try {
      await save();
    } catch (error) {
      failure.value = asFailure(error);
    }
    isBusy.value = false;
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {children}
        {isTried.value && problem && (
          <p class="field-problem" role="alert">
            {texts.name} {problem}
          </p>
        )}
        <Problem failure={failure.value} />
        <div class="dialog-actions">
          <button type="button" class="quiet" onClick={onClose}>
            {TEXTS.cancel}
          </button>
          <button type="submit" class={isDangerous ? 'danger' : undefined} disabled={isBusy.value}>
            {submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
