import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isRefused } from '../api/client.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Problem } from '../ui/Problem.tsx';
import { offeredSecret, session, signIn, signOut } from './session.ts';

const { signIn: texts } = TEXTS;

/** The first thing that people see. */
export function SignIn() {
  const offered = offeredSecret.value;
  return (
    <main class="alone">
      <img src="/favicon.svg" alt="" width="44" height="44" />
      <h1>{texts.title}</h1>
      <p class="soft">{texts.explanation}</p>
      <KeyForm key={offered} linkedSecret={offered} isAutomatic={offered !== undefined} />
      <p class="small soft">
        {texts.where} <a href="/guide#keys">{texts.guide}</a>
      </p>
    </main>
  );
}

/** Asks for another key over whatever is on the screen, which stays as it is. */
export function SignInAgain() {
  const offered = offeredSecret.value;
  if (!session.value || (!isRefused.value && offered === undefined)) return null;
  return (
    <Dialog
      title={isRefused.value ? texts.ended : texts.offered}
      onClose={isRefused.value ? undefined : () => (offeredSecret.value = undefined)}
    >
      <p class="soft">{isRefused.value ? texts.endedExplanation : texts.offeredExplanation}</p>
      <KeyForm key={offered} linkedSecret={offered} isAutomatic={false} />
      <p class="small">
        <button type="button" class="link" onClick={signOut}>
          {texts.signOut}
        </button>
      </p>
    </Dialog>
  );
}

interface KeyFormProps {
  linkedSecret: string | undefined;
  /** Whether to sign in with it at once. */
  isAutomatic: boolean;
}

function KeyForm({ linkedSecret = '', isAutomatic }: KeyFormProps) {
  const key = useSignal(linkedSecret);
  const isKept = useSignal(false);
  const isBusy = useSignal(false);
  const failure = useSignal<RequestFailed | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);

  async function submit() {
    isBusy.value = true;
    failure.value = undefined;
    try {
      await signIn(key.value.trim(), isKept.value);
    } catch (error) {
      failure.value = asFailure(error);
      isBusy.value = false;
      input.current?.select();
    }
  }
  useLayoutEffect(() => {
    if (isAutomatic) void submit();
    else input.current?.focus();
  }, []);

  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label>
        {texts.key}
        <input
          ref={input}
          type="password"
          class="code-text"
          autocomplete="off"
          spellcheck={false}
          placeholder="fbk_…"
          required
          value={key.value}
          onInput={({ currentTarget }) => (key.value = currentTarget.value)}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={isKept.value}
          onChange={({ currentTarget }) => (isKept.value = currentTarget.checked)}
        />
        {texts.keep}
      </label>
      {failure.value?.status === 401 ? (
        <p class="problem" role="alert">
          {texts.refused}
        </p>
      ) : (
        <Problem failure={failure.value} />
      )}
      <button type="submit" disabled={isBusy.value}>
        {isBusy.value ? texts.busy : texts.submit}
      </button>
    </form>
  );
}
