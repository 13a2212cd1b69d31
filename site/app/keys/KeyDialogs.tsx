import { useSignal } from '@preact/signals';
import { GROUPS, type Group, type Permission } from '../../../shared/contract/choices.ts';
import type { Key } from '../../../shared/contract/schemas/keys/key.ts';
import { endpoints } from '../endpoints/endpoints.ts';
import { allows, session, signOut } from '../session/session.ts';
import { finishDeletions } from '../submissions/triage.ts';
import { TEXTS } from '../texts/texts.ts';
import { Checks } from '../ui/Checks.tsx';
import { Field } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { showSecret } from '../ui/SecretDialog.tsx';
import { say } from '../ui/toasts.ts';
import { useDraft } from '../ui/useDraft.ts';
import { addKey, changeKey, revokeKey } from './keys.ts';

const { keys: texts } = TEXTS;
type Close = { onClose: () => void };

const NEW_KEY = {
  name: '',
  expiresAt: '90-days',
  permission: 'write' as Permission,
  endpointIds: [] as string[],
  allows: [] as Group[],
};

/** Creates a key and shows it once. */
export function CreateKey({ onClose }: Close) {
  const { value, set, discard } = useDraft(`key-${session.value?.workspaceId}`, NEW_KEY);
  const { name, expiresAt, permission, endpointIds } = value;
  const save = async () => {
    const limits = {
      ...(permission === 'read' && { permission }),
      ...(endpointIds.length > 0 && { endpointIds }),
      ...(value.allows.length > 0 && { allows: value.allows }),
    };
    const secret = await addKey({ name: name.trim(), expiresAt, ...limits });
    showSecret({ title: texts.created, secret, what: texts.secret });
    discard();
  };
  return (
    <FormDialog title={texts.create} submit={texts.create} save={save} onClose={onClose}>
      {(problems) => (
        <>
          <Field
            name="key-name"
            label={texts.name}
            hint={texts.nameHint}
            value={name}
            problem={problems.name}
            onInput={(text) => set({ name: text })}
          />
          <Field
            name="expires"
            label={texts.expires}
            options={texts.lifetime}
            value={expiresAt}
            onInput={(lifetime) => set({ expiresAt: lifetime })}
          />
          <Field
            name="permission"
            label={texts.permission}
            options={texts.permissions}
            value={permission}
            onInput={(chosen) => set({ permission: chosen as Permission })}
          />
          {endpoints.value && endpoints.value.length > 0 && (
            <Checks
              legend={texts.onlyEndpoints}
              hint={texts.onlyEndpointsHint}
              name="endpoint-ids"
              options={Object.fromEntries(endpoints.value.map((endpoint) => [endpoint.id, endpoint.name]))}
              chosen={endpointIds}
              problem={problems.endpointIds}
              onChange={(ids) => set({ endpointIds: ids })}
            />
          )}
          <Checks
            legend={texts.onlyGroups}
            hint={texts.onlyGroupsHint}
            name="allows"
            options={Object.fromEntries(GROUPS.filter(allows).map((group) => [group, texts.groups[group]]))}
            chosen={value.allows}
            problem={problems.allows}
            onChange={(groups) => set({ allows: groups as Group[] })}
          />
          <p class="small soft">{texts.sameRights}</p>
        </>
      )}
    </FormDialog>
  );
}

const UNCHANGED = '';

/** Renames a key or extends its expiry. */
export function ChangeKey({ of: key, onClose }: Close & { of: Key }) {
  const name = useSignal(key.name);
  const expiresAt = useSignal(UNCHANGED);
  const save = async () => {
    const isRenamed = name.value.trim() !== key.name;
    const changes = {
      ...(isRenamed && { name: name.value.trim() }),
      ...(expiresAt.value !== UNCHANGED && { expiresAt: expiresAt.value }),
    };
    if (Object.keys(changes).length > 0) await changeKey(key.id, changes);
    say(TEXTS.saved);
  };
  return (
    <FormDialog title={texts.changeTitle} submit={TEXTS.save} save={save} onClose={onClose}>
      {(problems) => (
        <>
          <Field
            name="key-name"
            label={texts.name}
            value={name.value}
            problem={problems.name}
            onInput={(text) => (name.value = text)}
          />
          <Field
            name="expires"
            label={texts.expires}
            options={{ [UNCHANGED]: texts.unchanged, ...texts.lifetime }}
            value={expiresAt.value}
            onInput={(value) => (expiresAt.value = value)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Revokes a key. */
export function RevokeKey({ of: key, onClose }: Close & { of: Key }) {
  const isOwn = key.id === session.value?.keyId;
  const save = async () => {
    if (isOwn) await finishDeletions();
    await revokeKey(key.id);
    if (isOwn) return signOut();
    say(texts.revoked(key.name));
  };
  return (
    <FormDialog title={texts.revokeTitle(key.name)} submit={texts.revoke} isDangerous save={save} onClose={onClose}>
      <p>{isOwn ? texts.revokeOwnText : texts.revokeText}</p>
    </FormDialog>
  );
}
