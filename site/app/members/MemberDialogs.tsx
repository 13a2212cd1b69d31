import { useSignal } from '@preact/signals';
import { ROLES, type Role } from '../../../shared/contract/roles.ts';
import type { Member } from '../../../shared/contract/schemas/members/member.ts';
import { endpoints } from '../endpoints/endpoints.ts';
import { session, signOut } from '../session/session.ts';
import { finishDeletions } from '../submissions/triage.ts';
import { TEXTS } from '../texts/texts.ts';
import { Checks } from '../ui/Checks.tsx';
import { Field } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { say } from '../ui/toasts.ts';
import { useDraft } from '../ui/useDraft.ts';
import { addMember, changeMember, isOwn, mayGive, removeMember } from './members.ts';

const { members: texts } = TEXTS;

const NEW_MEMBER = { address: '', role: 'editor' as Role, endpointIds: [] as string[] };

/** Adds a member, or changes the role or endpoints of one. */
export function MemberForm({ of: member, onClose }: { of?: Member; onClose: () => void }) {
  const stored = { ...NEW_MEMBER, ...member };
  const { value, set, discard } = useDraft(member?.id ?? `member-${session.value?.workspaceId}`, stored);
  const { role, endpointIds } = value;
  const address = value.address.trim();
  const save = async () => {
    const isLimited = endpointIds.length > 0;
    if (member) await changeMember(member.id, { role, endpointIds: isLimited ? endpointIds : null });
    else await addMember({ address, role, ...(isLimited && { endpointIds }) });
    say(member ? TEXTS.saved : texts.added(address));
    discard();
  };
  return (
    <FormDialog
      title={member ? texts.changeTitle(address) : texts.add}
      submit={member ? TEXTS.save : texts.add}
      save={save}
      onClose={onClose}
    >
      {(problems) => (
        <>
          {!member && (
            <Field
              name="address"
              label={texts.address}
              hint={texts.addressHint}
              value={value.address}
              problem={problems.address}
              onInput={(typed) => set({ address: typed })}
            />
          )}
          <Field
            name="role"
            label={texts.role}
            hint={member && texts.keysStay}
            options={Object.fromEntries(ROLES.filter(mayGive).map((each) => [each, texts.rolesInWords[each]]))}
            value={role}
            problem={problems.role}
            onInput={(chosen) => set({ role: chosen as Role })}
          />
          {endpoints.value && endpoints.value.length > 0 && (
            <Checks
              legend={texts.onlyEndpoints}
              hint={texts.onlyEndpointsHint}
              name="endpoint-ids"
              options={Object.fromEntries(endpoints.value.map(({ id, name }) => [id, name]))}
              chosen={endpointIds}
              problem={problems.endpointIds}
              onChange={(ids) => set({ endpointIds: ids })}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Removes a member. */
export function RemoveMember({ of: { id, address }, onClose }: { of: Member; onClose: () => void }) {
  const withKeys = useSignal(false);
  const save = async () => {
    if (isOwn(id)) await finishDeletions();
    await removeMember(id, withKeys.value);
    if (isOwn(id)) return signOut();
    say(texts.removed(address));
  };
  return (
    <FormDialog title={texts.removeTitle(address)} submit={texts.remove} isDangerous save={save} onClose={onClose}>
      <p>{texts.removeText}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={withKeys.value}
          onChange={({ currentTarget }) => (withKeys.value = currentTarget.checked)}
        />
        {texts.withKeys}
      </label>
    </FormDialog>
  );
}
