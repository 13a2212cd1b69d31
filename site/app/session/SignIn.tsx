import { useSignal } from '@preact/signals';
import { isRefused } from '../api/client.ts';
import { takesCodes } from '../api/signInCodes.ts';
import { TEXTS } from '../texts/texts.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Logo } from '../ui/Logo.tsx';
import { isFollowing, linkProblem } from './link.ts';
import { MailForm } from './MailForm.tsx';
import { Keep, SignInForm } from './SignInForm.tsx';
import { isKeptOnDevice, session, signIn, signOut } from './session.ts';

const { signIn: texts } = TEXTS;

/** The sign-in page. */
export const SignIn = () => (
  <main class="alone">
    <Logo size={44} />
    <h1>{texts.title}</h1>
    {linkProblem.value && (
      <p class="problem" role="alert">
        {linkProblem}
      </p>
    )}
    {/* What people do about a problem of a link is paste a key. */}
    {isFollowing.value ? <p role="status">{texts.busy}</p> : <Ways isByKey={linkProblem.value !== undefined} />}
  </main>
);

/** Asks to sign in again over the current view, which stays. */
export function SignInAgain() {
  if (!session.value || !isRefused.value) return null;
  const isByKey = session.value.memberId === undefined;
  return (
    <Dialog title={isByKey ? texts.ended : texts.sessionEnded}>
      <p class="soft">{isByKey ? texts.endedExplanation : texts.sessionEndedExplanation}</p>
      <Ways isByKey={isByKey} />
      <p class="small">
        <button type="button" class="link" onClick={signOut}>
          {texts.signOut}
        </button>
      </p>
    </Dialog>
  );
}

/** Signing in by mail or by key, with the way first offered. */
function Ways({ isByKey }: { isByKey: boolean }) {
  const byKey = useSignal(isByKey);
  return (
    <>
      {byKey.value ? <KeyForm /> : <MailForm />}
      <p class="small">
        <button type="button" class="link" onClick={() => (byKey.value = !byKey.value)}>
          {byKey.value ? texts.useMail : texts.useKey}
        </button>
      </p>
      {!session.value && (byKey.value ? <WhereKeysAre /> : <WhoIsMember />)}
    </>
  );
}

const WhoIsMember = () => (
  <p class="small soft">
    {texts.notMember} <a href="/guide/members">{texts.guideMembers}</a>
  </p>
);

const WhereKeysAre = () => (
  <p class="small soft">
    {takesCodes ? texts.whereLocal : texts.where}{' '}
    <a href={takesCodes ? '/guide/keys' : '/guide/deploy#create-another-workspace'}>
      {takesCodes ? texts.guideLocal : texts.guide}
    </a>
  </p>
);

function KeyForm() {
  const key = useSignal('');
  const isKept = useSignal(isKeptOnDevice());
  return (
    <SignInForm
      label={texts.key}
      hint={session.value ? undefined : texts.explanation}
      input={{ type: 'password', autocomplete: 'off', placeholder: 'fbk_…' }}
      typed={key}
      submit={texts.submit}
      busy={texts.busy}
      send={(typed) => signIn(typed, isKept.value)}
      refused={texts.refused}
    >
      <Keep isKept={isKept} label={texts.keep} />
    </SignInForm>
  );
}
