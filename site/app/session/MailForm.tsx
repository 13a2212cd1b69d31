import { useSignal } from '@preact/signals';
import { call } from '../api/client.ts';
import type { RequestFailed } from '../api/requestFailed.ts';
import { takesCodes } from '../api/signInCodes.ts';
import { TEXTS } from '../texts/texts.ts';
import { Problem } from '../ui/Problem.tsx';
import { useRequest } from '../ui/useRequest.ts';
import { Keep, SignInForm } from './SignInForm.tsx';
import { isKeptOnDevice, knownDevice, session, signInWithCode } from './session.ts';

const { signIn: texts } = TEXTS;

/** Asks for the address, then for the code that was mailed there. */
export function MailForm() {
  const known = knownDevice();
  const typed = useSignal((session.value?.memberId && session.value.keyName) || (known.address ?? ''));
  const request = useSignal({ address: '', handle: '' });
  const requestCode = async (address: string, isAgain = false) => {
    // Without it if no code came: the service may no longer know it.
    const isKnown = !isAgain && known.device !== undefined && known.address === address.toLowerCase();
    const body = { address, ...(isKnown && { device: known.device }) };
    request.value = { address, ...(await call('requestSignInCode', { body })) };
  };
  const { address, handle } = request.value;
  if (handle)
    return (
      <CodeForm
        key={handle}
        handle={handle}
        address={address}
        sendAgain={() => requestCode(address, true)}
        goBack={() => (request.value = { address, handle: '' })}
      />
    );
  return (
    <SignInForm
      label={texts.address}
      input={{ type: 'email', autocomplete: 'email' }}
      typed={typed}
      submit={texts.getCode}
      busy={texts.sending}
      send={requestCode}
    />
  );
}

interface CodeFormProps {
  handle: string;
  address: string;
  sendAgain: () => Promise<unknown>;
  goBack: () => void;
}

function CodeForm({ handle, address, sendAgain, goBack }: CodeFormProps) {
  const code = useSignal('');
  const isKept = useSignal(isKeptOnDevice());
  const failure = useSignal<RequestFailed | undefined>(undefined);
  const { isBusy, send } = useRequest((refusal) => (failure.value = refusal));
  return (
    <>
      <p role="status">
        {texts.sent(address)} {takesCodes && texts.sentLocal}
      </p>
      <SignInForm
        label={texts.code}
        hint={texts.codeHint}
        input={{ autocomplete: 'one-time-code', inputMode: 'numeric' }}
        typed={code}
        submit={texts.submit}
        busy={texts.busy}
        send={(typed) => signInWithCode({ handle, code: typed }, isKept.value)}
      >
        <Keep isKept={isKept} label={texts.keepSession} />
      </SignInForm>
      <Problem failure={failure.value} />
      <p class="small cluster">
        <button type="button" class="link" disabled={isBusy} onClick={() => send(sendAgain)}>
          {texts.again}
        </button>
        <button type="button" class="link" onClick={goBack}>
          {texts.otherAddress}
        </button>
      </p>
    </>
  );
}
