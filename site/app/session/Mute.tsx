import { signal, useSignal } from '@preact/signals';
import { DASHBOARD_PATH } from '../../../shared/contract/sitePages.ts';
import { call } from '../api/client.ts';
import type { RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { Logo } from '../ui/Logo.tsx';
import { Problem } from '../ui/Problem.tsx';
import { useRequest } from '../ui/useRequest.ts';

const { mute: texts } = TEXTS;

const tokenIn = (url: string): string | null => new URLSearchParams(new URL(url).hash.slice(1)).get('mute');

/** The token of a mail's link, if one was followed. */
export const muteToken = signal(tokenIn(location.href));
addEventListener('hashchange', ({ newURL }) => (muteToken.value = tokenIn(newURL)));

/** Stops mails with codes that people did not ask for. It has a button, because programs follow links in mails, too. */
export function Mute({ token }: { token: string }) {
  const isDone = useSignal(false);
  const failure = useSignal<RequestFailed | undefined>(undefined);
  const { isBusy, send } = useRequest((refusal) => (failure.value = refusal));
  const mute = async () => {
    await call('muteSignInCodes', { body: { token } });
    isDone.value = true;
  };
  return (
    <main class="alone">
      <Logo size={44} />
      <h1>{texts.title}</h1>
      <p role="status">{isDone.value ? texts.done : texts.text}</p>
      <Problem failure={failure.value} />
      {!isDone.value && (
        <button type="button" disabled={isBusy} onClick={() => send(mute)}>
          {texts.mute}
        </button>
      )}
      <p class="small">
        <a href={DASHBOARD_PATH}>{texts.open}</a>
      </p>
    </main>
  );
}
