import { useSignal } from '@preact/signals';
import type { Session } from '../../../shared/contract/schemas/members/session.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { call, remove } from '../api/client.ts';
import { useResponse } from '../api/useResponse.ts';
import { role, session, signOut, workspaceOf } from '../session/session.ts';
import { finishDeletions } from '../submissions/triage.ts';
import { TEXTS } from '../texts/texts.ts';
import { Columns } from '../ui/Columns.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Problem } from '../ui/Problem.tsx';
import { usePageName } from '../ui/pageName.ts';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { say } from '../ui/toasts.ts';
import { useRequest } from '../ui/useRequest.ts';

const { account: texts } = TEXTS;

/** Who is signed in, and where. */
export function AccountPage() {
  usePageName(texts.title);
  const isEnding = useSignal(false);
  const { response, failure, retry } = useResponse((signal) => call('listSessions', { signal }), []);
  const endAll = async () => {
    await finishDeletions();
    await call('endSessions');
    await signOut();
  };
  return (
    <div class="page wide">
      <h1>{texts.title}</h1>
      {session.value && <p>{texts.text(session.value.keyName, workspaceOf(session.value), role.value)}</p>}
      <header class="apart">
        <h2>{texts.sessions}</h2>
        <button type="button" class="quiet is-danger" onClick={() => (isEnding.value = true)}>
          {texts.endAll}
        </button>
      </header>
      <p class="soft">
        {texts.sessionsText} <a href="/guide/members">{TEXTS.moreInGuide}</a>
      </p>
      <Problem failure={failure} onRetry={retry} />
      {!response.value && !failure && <SkeletonRows count={2} />}
      {response.value && (
        <table class="keys">
          <Columns names={[texts.browser, TEXTS.keys.lastUse, TEXTS.keys.expires]} actions={TEXTS.keys.actions} />
          <tbody>
            {response.value.sessions.map((each) => (
              <SessionRow key={each.id} of={each} onEnded={retry} />
            ))}
          </tbody>
        </table>
      )}
      {isEnding.value && (
        <FormDialog
          title={texts.endAll}
          submit={texts.endAll}
          isDangerous
          save={endAll}
          onClose={() => (isEnding.value = false)}
        >
          <p>{texts.endAllText}</p>
        </FormDialog>
      )}
    </div>
  );
}

function SessionRow({ of: { id, name, lastAccess, expiresAt }, onEnded }: { of: Session; onEnded: () => void }) {
  const { isBusy, send } = useRequest();
  const isThis = id === session.value?.keyId;
  const end = async () => {
    await remove('endSession', { params: { id } });
    say(texts.ended);
    onEnded();
  };
  return (
    <tr>
      <th scope="row">
        {name}
        {isThis && <span class="tag">{texts.thisOne}</span>}
      </th>
      <td data-label={TEXTS.keys.lastUse}>{lastAccess ? <Time at={dateOf(lastAccess)} /> : TEXTS.keys.unused}</td>
      <td data-label={TEXTS.keys.expires}>
        <Time at={dateOf(expiresAt)} />
      </td>
      <td class="row-actions">
        {!isThis && (
          <button
            type="button"
            class="quiet is-danger"
            disabled={isBusy}
            aria-label={`${texts.end} ${name}`}
            onClick={() => send(end)}
          >
            {texts.end}
          </button>
        )}
      </td>
    </tr>
  );
}
