import { useSignal } from '@preact/signals';
import type { Key } from '../../../shared/contract/schemas/keys/key.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { useResponse } from '../api/useResponse.ts';
import { mayWrite, session } from '../session/session.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { TEXTS } from '../texts/texts.ts';
import { Columns } from '../ui/Columns.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Unreadable } from '../ui/Notice.tsx';
import { Problem } from '../ui/Problem.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { Assistants } from './Assistants.tsx';
import { ChangeKey, CreateKey, RevokeKey } from './KeyDialogs.tsx';
import { expiryOf, keys, readKeys, unreadableKeys } from './keys.ts';

const { keys: texts } = TEXTS;

/** The API keys of the workspace. */
export function KeysPage() {
  const isCreating = useSignal(false);
  const { failure, retry } = useResponse(readKeys, []);
  return (
    <div class="page wide">
      <header class="apart">
        <h1>{texts.title}</h1>
        <WriteButton onClick={() => (isCreating.value = true)}>
          <Icon name="plus" /> {texts.create}
        </WriteButton>
      </header>
      <p class="soft">{mayWrite.value ? texts.text : `${texts.text} ${TEXTS.needsWrite}`}</p>
      <Problem failure={failure} onRetry={retry} />
      {keys.value ? <KeyTable keys={keys.value} /> : !failure && <SkeletonRows count={3} />}
      <Unreadable ids={unreadableKeys.value} />
      <Assistants />
      {isCreating.value && <CreateKey onClose={() => (isCreating.value = false)} />}
    </div>
  );
}

const KeyTable = ({ keys: all }: { keys: readonly Key[] }) => (
  <table class="keys">
    <Columns names={[texts.name, texts.lastUse, texts.expires]} actions={texts.actions} />
    <tbody>
      {all.map((key) => (
        <KeyRow key={key.id} of={key} />
      ))}
    </tbody>
  </table>
);

const DIALOGS = { change: ChangeKey, revoke: RevokeKey };

function KeyRow({ of: key }: { of: Key }) {
  const dialog = useSignal<keyof typeof DIALOGS | undefined>(undefined);
  const Dialog = dialog.value && DIALOGS[dialog.value];
  const expiry = expiryOf(key);
  const lastUse = key.lastAccess === undefined ? undefined : dateOf(key.lastAccess);
  const isExpired = expiry !== undefined && expiry.getTime() < Date.now();
  const action = (name: keyof typeof DIALOGS, className: string) => (
    <button
      type="button"
      class={className}
      aria-label={`${texts[name]} ${key.name}`}
      onClick={() => (dialog.value = name)}
    >
      {texts[name]}
    </button>
  );
  return (
    <tr>
      <th scope="row">
        <bdi>{key.name}</bdi>
        {key.id === session.value?.keyId && <span class="tag">{texts.inUse}</span>}
        {key.permission === 'read' && <span class="tag">{texts.readOnly}</span>}
        {key.endpointIds && <span class="tag">{texts.endpointCount(key.endpointIds.length)}</span>}
        {key.allows && <span class="tag">{key.allows.map((group) => texts.groups[group]).join(', ')}</span>}
        <code class="small soft">{key.id}</code>
      </th>
      <td data-label={texts.lastUse}>{lastUse ? <Time at={lastUse} /> : texts.unused}</td>
      <td data-label={texts.expires}>
        {isExpired ? <span class="tag is-spam">{texts.expired}</span> : expiry ? <Time at={expiry} /> : texts.never}
      </td>
      <td class="row-actions">
        {mayWrite.value && (
          <>
            {action('change', 'quiet')}
            {action('revoke', 'quiet is-danger')}
          </>
        )}
        {Dialog && <Dialog of={key} onClose={() => (dialog.value = undefined)} />}
      </td>
    </tr>
  );
}
