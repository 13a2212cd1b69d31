import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isRefused } from '../api/client.ts';
import type { RequestFailed } from '../api/requestFailed.ts';
import { takesCodes } from '../api/signInCodes.ts';
import { TEXTS } from '../texts/texts.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Logo } from '../ui/Logo.tsx';
import { Problem } from '../ui/Problem.tsx';
import { useRequest } from '../ui/useRequest.ts';
import { isFollowing, linkProblem } from './link.ts';
import { isKeptOnDevice, session, signIn, signOut } from './session.ts';

const { signIn: texts } = TEXTS;

/** The sign-in page. */
export function SignIn() {
  return (
    <main class="alone">
      <Logo size={44} />
      <h1>{texts.title}</h1>
      <p class="soft">{texts.explanation}</p>
      {linkProblem.value && (
        <p class="problem" role="alert">
          {linkProblem}
        </p>
      )}
      {isFollowing.value ? <p role="status">{texts.busy}</p> : <KeyForm />}
      <p class="small soft">
        {takesCodes ? texts.whereLocal : texts.where}{' '}
        <a href={takesCodes ? '/guide/keys' : '/guide/deploy#create-another-workspace'}>
          {takesCodes ? texts.guideLocal : texts.guide}
        </a>
      </p>
    </main>
  );
}

/** Asks for another key over the current view, which stays. */
export function SignInAgain() {
  if (!session.value || !isRefused.value) return null;
  return (
    <Dialog title={texts.ended}>
      <p class="soft">{texts.endedExplanation}</p>
      <KeyForm />
      <p class="small">
        <button type="button" class="link" onClick={signOut}>
          {texts.signOut}
        </button>
      </p>
    </Dialog>
  );
}

function KeyForm() {
  const key = useSignal('');
  const isKept = useSignal(isKeptOnDevice());
  const failure = useSignal<RequestFailed | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, send } = useRequest((refused) => {
    failure.value = refused;
    input.current?.select();
  });
  useLayoutEffect(() => input.current?.focus(), []);

  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void send(() => signIn(key.value.trim(), isKept.value));
      }}
    >
      <label>
        {texts.key}
        <input
          ref={input}
          type="password"
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
      <button type="submit" disabled={isBusy}>
        {isBusy ? texts.busy : texts.submit}
      </button>
    </form>
  );
}
