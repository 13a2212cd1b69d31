import { useSignal } from '@preact/signals';
import type { Key } from '../../../shared/contract/schemas/keys/key.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { useResponse } from '../api/useResponse.ts';
import { mayChange, refusalOf, session } from '../session/session.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { TEXTS } from '../texts/texts.ts';
import { Columns } from '../ui/Columns.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Unreadable } from '../ui/Notice.tsx';
import { Problem } from '../ui/Problem.tsx';
import { RowActions } from '../ui/RowActions.tsx';
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
        <WriteButton group="keys" onClick={() => (isCreating.value = true)}>
          <Icon name="plus" /> {texts.create}
        </WriteButton>
      </header>
      <p class="soft">
        {texts.text} {refusalOf('keys')}
      </p>
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

const DIALOGS = { [texts.change]: ChangeKey, [texts.revoke]: RevokeKey };

function KeyRow({ of: key }: { of: Key }) {
  const expiry = expiryOf(key);
  const lastUse = key.lastAccess === undefined ? undefined : dateOf(key.lastAccess);
  const isExpired = expiry !== undefined && expiry.getTime() < Date.now();
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
      {mayChange('keys') ? <RowActions of={key} name={key.name} dialogs={DIALOGS} /> : <td />}
    </tr>
  );
}
