import { useSignal } from '@preact/signals';
import type { Key } from '../../../shared/contract/schemas/key.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { useResponse } from '../api/useResponse.ts';
import { mayWrite, session } from '../session/session.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { Problem } from '../ui/Problem.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { ChangeKey, CreateKey, RevokeKey } from './KeyDialogs.tsx';
import { expiryOf, keys, readKeys } from './keys.ts';

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
      {isCreating.value && <CreateKey onClose={() => (isCreating.value = false)} />}
    </div>
  );
}

const KeyTable = ({ keys: all }: { keys: readonly Key[] }) => (
  <table class="keys">
    <thead>
      <tr>
        <th scope="col">{texts.name}</th>
        <th scope="col">{texts.lastUse}</th>
        <th scope="col">{texts.expires}</th>
        <th scope="col">
          <span class="said">{texts.actions}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {all.map((key) => (
        <KeyRow key={key.id} of={key} />
      ))}
    </tbody>
  </table>
);

function KeyRow({ of: key }: { of: Key }) {
  const open = useSignal<'change' | 'revoke' | undefined>(undefined);
  const close = () => (open.value = undefined);
  const expiry = expiryOf(key);
  const lastUse = key.lastAccess === undefined ? undefined : dateOf(key.lastAccess);
  const isExpired = expiry !== undefined && expiry.getTime() < Date.now();
  return (
    <tr>
      <th scope="row">
        <bdi>{key.name}</bdi>
        {key.id === session.value?.keyId && <span class="tag">{texts.inUse}</span>}
        {key.permission === 'read' && <span class="tag">{texts.readOnly}</span>}
        <code class="small soft">{key.id}</code>
      </th>
      <td data-label={texts.lastUse}>{lastUse ? <Time at={lastUse} /> : texts.unused}</td>
      <td data-label={texts.expires}>
        {isExpired ? <span class="tag is-spam">{texts.expired}</span> : expiry ? <Time at={expiry} /> : texts.never}
      </td>
      <td class="row-actions">
        {mayWrite.value && (
          <>
            <button
              type="button"
              class="quiet"
              aria-label={`${texts.change} ${key.name}`}
              onClick={() => (open.value = 'change')}
            >
              {texts.change}
            </button>
            <button
              type="button"
              class="quiet is-danger"
              aria-label={`${texts.revoke} ${key.name}`}
              onClick={() => (open.value = 'revoke')}
            >
              {texts.revoke}
            </button>
          </>
        )}
        {open.value === 'change' && <ChangeKey of={key} onClose={close} />}
        {open.value === 'revoke' && <RevokeKey of={key} onClose={close} />}
      </td>
    </tr>
  );
}
