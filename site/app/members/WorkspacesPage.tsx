import { useSignal } from '@preact/signals';
import { call } from '../api/client.ts';
import { useResponse } from '../api/useResponse.ts';
import {
  addSession,
  isOwner,
  noteName,
  type Session,
  session,
  sessions,
  switchTo,
  workspaceOf,
} from '../session/session.ts';
import { TEXTS } from '../texts/texts.ts';
import { Columns } from '../ui/Columns.tsx';
import { Field } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Problem } from '../ui/Problem.tsx';
import { usePageName } from '../ui/pageName.ts';
import { useRequest } from '../ui/useRequest.ts';
import { amountsOf } from './workspaces.ts';

const { workspaces: texts } = TEXTS;

/** The workspaces of this sign-in. */
export function WorkspacesPage() {
  usePageName(texts.title);
  const dialog = useSignal<'create' | 'rename' | undefined>(undefined);
  const { response, failure, retry } = useResponse((signal) => call('retrieveWorkspace', { signal }), []);
  const close = () => (dialog.value = undefined);
  return (
    <div class="page wide">
      <header class="apart">
        <h1>{texts.title}</h1>
        {response.value?.canCreateWorkspaces && isOwner.value && (
          <button type="button" onClick={() => (dialog.value = 'create')}>
            <Icon name="plus" /> {texts.create}
          </button>
        )}
      </header>
      <Problem failure={failure} onRetry={retry} />
      <table class="keys">
        <Columns names={[texts.name, texts.forms, texts.unread, texts.spam, texts.failed]} actions={texts.actions} />
        <tbody>
          {sessions.value.map((each) => (
            <WorkspaceRow key={each.keyId} of={each} onRename={() => (dialog.value = 'rename')} />
          ))}
        </tbody>
      </table>
      {dialog.value === 'create' && (
        <NameForm
          title={texts.create}
          save={async (name) => addSession(await call('createWorkspace', { body: { name } }))}
          onClose={close}
        />
      )}
      {dialog.value === 'rename' && (
        <NameForm
          title={texts.rename}
          of={response.value?.name ?? ''}
          save={async (name) => noteName((await call('updateWorkspace', { body: { name } })).name)}
          onClose={close}
        />
      )}
    </div>
  );
}

function WorkspaceRow({ of, onRename }: { of: Session; onRename: () => void }) {
  const isThis = of.keyId === session.value?.keyId;
  const { response, failure } = useResponse((signal) => amountsOf(of.secret, signal), [of.keyId]);
  const { isBusy, send } = useRequest();
  const { forms, unread, spam, failed } = response.value ?? {};
  const amount = (value: number | undefined) => (value === undefined ? '…' : TEXTS.amount(value));
  return (
    <tr>
      <th scope="row">
        <bdi>{workspaceOf(of)}</bdi>
        {isThis && <span class="tag">{texts.thisOne}</span>}
      </th>
      {failure ? (
        <td colSpan={4}>{failure.message}</td>
      ) : (
        <>
          <td data-label={texts.forms}>{amount(forms)}</td>
          <td data-label={texts.unread}>{amount(unread)}</td>
          <td data-label={texts.spam}>{amount(spam)}</td>
          <td data-label={texts.failed}>{amount(failed)}</td>
        </>
      )}
      <td class="row-actions">
        {isThis && isOwner.value && (
          <button type="button" class="quiet" onClick={onRename}>
            {texts.rename}
          </button>
        )}
        {!isThis && (
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            aria-label={`${texts.open} ${workspaceOf(of)}`}
            onClick={() => send(() => switchTo(of))}
          >
            {texts.open}
          </button>
        )}
      </td>
    </tr>
  );
}

interface NameFormProps {
  title: string;
  /** The present name. */
  of?: string;
  save: (name: string) => Promise<unknown>;
  onClose: () => void;
}

function NameForm({ title, of = '', save, onClose }: NameFormProps) {
  const name = useSignal(of);
  return (
    <FormDialog title={title} submit={TEXTS.save} save={() => save(name.value.trim())} onClose={onClose}>
      {(problems) => (
        <Field
          name="name"
          label={texts.name}
          value={name.value}
          problem={problems.name}
          onInput={(typed) => (name.value = typed)}
        />
      )}
    </FormDialog>
  );
}
